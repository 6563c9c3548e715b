// Receives webhooks: verifies each with the public package standardwebhooks, stores it once, and answers quickly.
//
//   node examples/receive-webhooks.mjs whsec_… [port]
//
// GET /?atLeast=3 on the same port answers once three events have arrived.
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const [secret = '', port = '4680'] = process.argv.slice(2)
const verifier = new Webhook(secret)
const received = new Map()
const waiting = new Set()

createServer(async (request, response) => {
  if (request.method === 'GET')
    return tellWhen(response, Number(new URL(request.url, 'http://x').searchParams.get('atLeast')))
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const [status, answer] = take(Buffer.concat(chunks).toString(), request.headers)
  response.writeHead(status).end(answer)
}).listen(Number(port), '127.0.0.1', () => process.stderr.write(`receiving on http://127.0.0.1:${port}\n`))

/** Verifies the signature of id, time and raw body before parsing. Returns the status and text to answer. */
function take(body, headers) {
  try {
    verifier.verify(body, headers)
  } catch (error) {
    process.stderr.write(`refused: ${error.message}\n`)
    return [400]
  }
  const event = JSON.parse(body)
  // A new webhook gets events once it answered a challenge.
  if (event.type === 'webhook.verification') return [200, event.data.challenge]
  // An event arrives again if our answer was lost; its id identifies it.
  if (!received.has(headers['webhook-id'])) received.set(headers['webhook-id'], event)
  for (const tell of waiting) tell()
  return [204]
}

function tellWhen(response, count) {
  const tell = () => {
    if (received.size < count) return
    waiting.delete(tell)
    const events = [...received.values()].sort((one, other) => one.sequence - other.sequence)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(events))
  }
  waiting.add(tell)
  tell()
}
