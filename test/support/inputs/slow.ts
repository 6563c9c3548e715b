import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { stopwatch } from '../../../server/platform/clock.ts'

/** A client that sends a beginning and then one byte per second until it is cut off. It never closes its side. */
export type SlowClient = {
  readonly socket: Socket
  /** The duration of the connection, once it is over. */
  readonly seconds: Promise<number>
  /** What it received. */
  readonly output: () => string
}

const dripMs = 1000

/** Opens a connection on loopback; `drop` is the repeated byte. */
export async function slowly(port: number, beginning: string, drop: string): Promise<SlowClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  await once(socket, 'connect')
  const passed = stopwatch()
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  socket.write(beginning)
  const drip = setInterval(() => socket.write(drop), dripMs)
  const seconds = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(drip)
      resolve(passed() / 1000)
    })
  })
  return { socket, seconds, output: () => received }
}

/** Request headers that announce a body that never follows. */
export const slowHead = (path: string, bearer: string, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`

/** The beginnings of requests that never complete their headers or body, and the byte that follows. */
type Slow = readonly [beginning: string, drop: string]
export const slowHeaders: Slow = ['GET /v1/balance HTTP/1.1\r\nHost: x\r\nX-A: ', 'a']
export const slowBody = (bearer: string): Slow => [`${slowHead('/v1/tasks', bearer)}{`, ' ']
