import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Api } from '../http/api.ts'
import { serverTimeouts } from '../http/slow-clients.ts'
import { headerBytesMax, isRefused } from '../http/socket-problems.ts'
import type { LoadShedding } from '../load-shedding/load-shedding.ts'
import { createServer } from '../node-http.ts'

const idleSweepMs = 50
const silentMs = 500

/** Creates the server. Load shedding sees each request before Fastify does. */
export function createGuardedServer(shedding: LoadShedding, handler: RequestListener): Server {
  const guarded = shedding.guard(handler, () => !server.listening)
  const listener: RequestListener = (raw, response) => {
    if (!isRefused(raw)) guarded(raw, response)
  }
  const options = { ...serverTimeouts, maxHeaderSize: headerBytesMax, requireHostHeader: false }
  const server: Server = createServer(options, listener)
  // Expectations other than 100-continue are ignored (RFC 9110, 10.1.1).
  return server.on('checkExpectation', listener)
}

/**
 * During shutdown, closes each connection as soon as it is idle: a kept-alive connection would keep the program running. A
 * connection without any request yet (browsers open some in advance) gets a moment: its first request may be on its way.
 */
export function endConnections(api: Api): void {
  const open = new Set<Socket>()
  api.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  api.addHook('preClose', async () => {
    if (!api.server.listening) return
    const sweep = setInterval(() => api.server.closeIdleConnections(), idleSweepMs)
    const last = setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, silentMs)
    api.server.once('close', () => {
      clearInterval(sweep)
      clearTimeout(last)
    })
  })
}
