import os
import time
import uuid

import requests

market = requests.Session()
market.headers["Authorization"] = f"Bearer {os.environ['TEST_KEY']}"


def call(method, path, **arguments):
    # Every attempt sends the same key, so the request takes effect once.
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    for attempt in range(5):
        try:
            response = market.request(
                method, f"{os.environ['BASE_URL']}/v1{path}", headers=headers, timeout=30, **arguments)
        except requests.ConnectionError:
            response = None
        if response is not None and response.status_code not in (429, 502, 503, 504):
            break
        time.sleep(2**attempt)
    if response is None:
        raise SystemExit("The marketplace cannot be reached.")
    if response.status_code >= 400:
        problem = response.json()
        raise SystemExit(f"{problem['code']}: {problem['detail']} (request {problem['requestId']})")
    return response.json()


# A price is a type of work and its reward. A task that would cost more than maxCost is refused.
price = call("GET", "/prices")[0]
task = call("POST", "/tasks", json={
    "offerPriceId": price["id"], "title": "My first task", "totalLimit": 1, "maxCost": 10})

# In the sandbox, a simulated executor does the work. In the live market, people do it.
executor = call("POST", "/sandbox/executors", json={"taskId": task["id"], "steps": ["Reserve", "Submit"]})

report = call("GET", f"/reports/{executor['reportId']}")
print("answers:", report["details"], "proofs:", len(report["proofUrls"]))
accepted = call("POST", f"/reports/{report['id']}/accept")
print(accepted["status"], accepted["costPerAction"], accepted["currency"])
