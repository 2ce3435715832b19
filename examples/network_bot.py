"""A bot that joins a table with help by its link: python examples/network_bot.py http://localhost:8000/t/TABLE Otto"""

import json
import random
import sys
import time
from uuid import uuid4

import httpx
from websockets.sync.client import connect

link, name = sys.argv[1:]
table = link.replace("/t/", "/api/tables/")
me = httpx.post(f"{table}/join", json={"name": name}, timeout=60).raise_for_status().json()

with connect(table.replace("http", "ws", 1) + "/live") as socket:
    socket.send(json.dumps({"type": "hello", "token": me["token"]}))
    info = {"status": "open"}
    while info["status"] not in ("over", "closed"):
        message = json.loads(socket.recv())
        info = message.get("table", info)  # it is left out where it has not changed
        situation = message.get("situation", {})
        moves = [legal["move"] for legal in situation.get("moves", []) if legal["move"] != "stop"]
        if message["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "n": message["n"]}))
        elif moves:
            time.sleep(situation.get("starts", 0) / 1000)  # the countdown, where everybody plays at once
            socket.send(json.dumps({"type": "move", "id": uuid4().hex, "move": random.choice(moves)}))
        elif info["status"] == "between" and not info["seats"][me["seat"]]["ready"]:
            socket.send(json.dumps({"type": "ready", "id": uuid4().hex}))
