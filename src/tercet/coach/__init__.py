"""What follows from judgement: odds, luck and skill, the review of a match. No network, no database, no clock."""
