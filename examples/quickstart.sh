#!/bin/sh
set -eu

# call METHOD PATH [BODY] prints the response. curl repeats a request that was not answered, with the same key: it takes effect once.
call() {
  curl -sS --retry 4 -X "$1" -H "Authorization: Bearer $TEST_KEY" -H "Idempotency-Key: $(date +%s)-$$-$2" \
    -H 'Content-Type: application/json' "$BASE_URL/v1$2" ${3:+-d "$3"}
}
# take MEMBER prints a member of a response, or ends with what a problem says.
take() {
  node -e 'const answer = JSON.parse(fs.readFileSync(0))
    if (answer.code) throw answer.code + ": " + answer.detail
    console.log(eval("answer" + process.argv[1]))' "$1"
}

# A task is made of a price: the kind of work, with the reward. maxCost refuses it if it costs more.
price=$(call GET /prices | take '[0].id')
task=$(call POST /tasks '{ "offerPriceId": '"$price"', "title": "Find the opening hours", "totalLimit": 3, "maxCost": 10 }' | take .id)

# In the sandbox, executors are simulated. In the live market, this is the work of people.
report=$(call POST /sandbox/executors '{ "taskId": '"$task"', "steps": ["Reserve", "Submit"] }' | take .reportId)

echo "answers: $(call GET "/reports/$report" | take .details)"
call POST "/reports/$report/accept" '{}' | take .status
