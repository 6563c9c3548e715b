import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Outcome of a request: a complete response, none at all, or a torn one. `fetch` does not distinguish these reliably. */
export type Outcome = { readonly name: string; readonly status: number | 'none' | 'torn'; readonly raw: string }

export type Sender = { send(name: string, method: string, path: string, body?: object): Promise<Outcome>; end(): void }

/** Sends over one keep-alive connection, or over a new one per request. */
export function senderTo(base: string, bearer: string, isKept: boolean): Sender {
  const agent = new Agent({ keepAlive: isKept, maxSockets: 1 })
  return {
    send: (name, method, path, body) =>
      new Promise((resolve) => {
        const headers = { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) }
        const sent = request(base + path, { method, agent, headers })
        sent.once('response', (answer) => void whole(answer).then((read) => resolve({ name, ...read })))
        sent.once('error', (error) => resolve({ name, status: 'none', raw: error.message }))
        sent.end(body ? JSON.stringify(body) : undefined)
      }),
    end: () => agent.destroy(),
  }
}

const whole = (answer: IncomingMessage): Promise<Omit<Outcome, 'name'>> =>
  text(answer).then(
    (raw) => ({ status: answer.statusCode ?? 0, raw }),
    (error: Error) => ({ status: 'torn', raw: error.message }),
  )
