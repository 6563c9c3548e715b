#!/bin/sh
set -eu

# call METHOD PATH [BODY] prints the response. Every attempt of curl sends the same key, so the request takes effect once.
call() {
  curl -sS --retry 4 -X "$1" -H "Authorization: Bearer $TEST_KEY" -H "Idempotency-Key: $(date +%s)-$$-$2" \
    -H 'Content-Type: application/json' "$BASE_URL/v1$2" ${3:+-d "$3"}
}
# take MEMBER prints a member of a response. If the response is a problem, it prints the problem and fails.
take() {
  node -e 'const answer = JSON.parse(fs.readFileSync(0))
    if (answer.code) {
      console.error(answer.code + ": " + answer.detail)
      process.exit(1)
    }
    console.log(eval("answer" + process.argv[1]))' "$1"
}

# A price is a type of work and its reward. A task that would cost more than maxCost is refused.
price=$(call GET /prices | take '[0].id')
task=$(call POST /tasks '{ "offerPriceId": '"$price"', "title": "My first task", "totalLimit": 1, "maxCost": 10 }' | take .id)

# In the sandbox, a simulated executor does the work. In the live market, people do it.
report=$(call POST /sandbox/executors '{ "taskId": '"$task"', "steps": ["Reserve", "Submit"] }' | take .reportId)

echo "answers: $(call GET "/reports/$report" | take .details)"
call POST "/reports/$report/accept" '{}' | take .status
