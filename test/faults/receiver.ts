import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Ends } from '../../server/platform/embedded/fixtures/world.ts'

/** One delivery as it arrived. */
export type Delivery = {
  readonly subscriber: string
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/** The program of all subscribers: it writes down what arrives, and says what it is told to say. */
export type Receiver = { readonly port: number; readonly arrived: Delivery[]; answer(status: number): void }

/** The last part of the path says whose endpoint it is. */
export async function openReceiver(t: Ends): Promise<Receiver> {
  const arrived: Delivery[] = []
  let status = 204
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const header = (name: string) => String(request.headers[`webhook-${name}`])
    const [id, timestamp, signature] = [header('id'), header('timestamp'), header('signature')]
    arrived.push({ subscriber: request.url?.split('/').at(-1) ?? '', id, timestamp, signature, body })
    response.writeHead(status).end()
  }
  // A request that breaks off was not made.
  const server = createServer((request, response) => void take(request, response).catch(() => {}))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const answer = (next: number) => {
    status = next
  }
  return { port: (server.address() as AddressInfo).port, arrived, answer }
}
