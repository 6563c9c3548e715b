import base64
import hashlib
import hmac
import json
import os
import time

from flask import Flask, request

secret = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1_000_000
seen = set()  # in a program of yours: a table with a unique column


def is_signed(headers, body):
    """Whether the marketplace signed the body within the last five minutes (Standard Webhooks 1.0)."""
    message_id, sent, given = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    digest = hmac.new(secret, f"{message_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given.split(" "))


@app.post("/webhooks")
def receive():
    # The signature covers the body as it was sent, so it is not parsed first.
    body = request.get_data()
    if not is_signed(request.headers, body):
        return "wrong signature", 400
    event = json.loads(body)
    # A new webhook gets events once it answered a challenge.
    if event["type"] == "webhook.verification":
        return {"challenge": event["data"]["challenge"]}
    # The same event may arrive again.
    if event["id"] not in seen:
        print(event["type"], "live" if event["livemode"] else "sandbox", flush=True)
    seen.add(event["id"])
    return "", 204


print("ready", flush=True)
app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "4000")))
