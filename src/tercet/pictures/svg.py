def draw(table):
    return "<svg/>"
