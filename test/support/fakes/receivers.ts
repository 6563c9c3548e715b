import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What a receiver does after reading a request's headers. */
export type ReceiverBehavior = (socket: Socket) => void

export type RawReceiver = {
  readonly url: string
  readonly port: number
  /** Number of connections, and of those that sent a request. */
  readonly seen: { connections: number; requests: number; bytesWritten: number }
  close(): Promise<void>
}

/** Opens a loopback receiver that can send malformed responses. */
export async function openRawReceiver(speech: ReceiverBehavior): Promise<RawReceiver> {
  const seen = { connections: 0, requests: 0, bytesWritten: 0 }
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    seen.connections++
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      seen.bytesWritten += socket.bytesWritten
      open.delete(socket)
    })
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
      if (!received.includes('\r\n\r\n')) return
      received = ''
      seen.requests++
      speech(socket)
    })
    socket.on('end', () => socket.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const close = async () => {
    for (const socket of open) socket.destroy()
    server.close()
    if (server.listening) await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}/hook`, port, seen, close }
}

const head = (status: string, ...headers: readonly string[]): string =>
  `${[`HTTP/1.1 ${status}`, ...headers].join('\r\n')}\r\n\r\n`

/** Returns a complete response with a body. */
export const answering =
  (status: string, body = '', ...headers: readonly string[]): ReceiverBehavior =>
  (socket) => {
    socket.write(head(status, `content-length: ${Buffer.byteLength(body)}`, ...headers) + body)
  }

/** Writes the same bytes repeatedly, as fast as they are read or with a pause. */
function repeat(socket: Socket, piece: string, pauseMs = 0): void {
  if (socket.destroyed) return
  const next = () => repeat(socket, piece, pauseMs)
  const isTaken = socket.write(piece, 'latin1')
  if (pauseMs > 0) setTimeout(next, pauseMs).unref()
  else if (isTaken) setImmediate(next)
  else socket.once('drain', next)
}

const after =
  (beginning: string, piece: string, pauseMs?: number): ReceiverBehavior =>
  (socket) => {
    socket.write(beginning)
    repeat(socket, piece, pauseMs)
  }

const respondingWith =
  (beginning: string, then: (socket: Socket) => void): ReceiverBehavior =>
  (socket) => {
    if (beginning === '') then(socket)
    else socket.write(beginning, () => then(socket))
  }

const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('latin1')

/** Receivers that misbehave: slow, oversized, or redirecting. */
export const abuses = {
  hang: () => {},
  dripInHeaders: after('HTTP/1.1 200 OK\r\n', 'x: 1\r\n', 20),
  dripInBody: after(head('200 OK', 'content-length: 100000'), 'x', 20),
  endlessBody: after(head('200 OK', 'transfer-encoding: chunked'), chunk),
  gzipBomb: (socket) => {
    socket.write(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`) + bomb, 'latin1')
  },
  manyHeaders: answering('200 OK', 'ok', ...Array.from({ length: 500 }, (_, index) => `x-${index}: 1`)),
  hugeHeader: after('HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(65_536)),
  endlessHeaders: after('HTTP/1.1 200 OK\r\n', 'x: 1\r\n'.repeat(1000)),
  interimFlood: after('', head('103 Early Hints', 'link: </a>').repeat(100)),
  continueFlood: after('', head('100 Continue').repeat(100)),
  upgrade: answering('101 Switching Protocols', '', 'connection: upgrade', 'upgrade: websocket'),
  resetAtOnce: respondingWith('', (socket) => socket.resetAndDestroy()),
  resetInHeaders: respondingWith('HTTP/1.1 200 OK\r\nx: 1', (socket) => socket.resetAndDestroy()),
  resetInBody: respondingWith(`${head('200 OK', 'content-length: 100')}abc`, (socket) => socket.resetAndDestroy()),
  halfClosed: respondingWith('', (socket) => socket.end()),
  notHttp: respondingWith('SSH-2.0-OpenSSH_9.6\r\n', () => {}),
  controlCharacters: answering('500 Oops', 'a\u0000b\u001b[31mc\u202ed\r\n\ufffe\ud83d\ude00'),
} satisfies Record<string, ReceiverBehavior>

const closed = 'The connection was closed before an answer came'

/** The expected outcome for each misbehavior: a status, or the error. */
export function outcomesOf(secondsMax: number): Readonly<Record<keyof typeof abuses, number | string>> {
  const late = `No answer within ${secondsMax} seconds`
  return {
    hang: late,
    dripInHeaders: late,
    dripInBody: 200,
    endlessBody: 200,
    gzipBomb: 200,
    manyHeaders: 200,
    hugeHeader: 'The headers of the answer are too large',
    endlessHeaders: 'The headers of the answer are too large',
    interimFlood: 'Too many interim answers (1xx)',
    continueFlood: closed,
    upgrade: closed,
    resetAtOnce: closed,
    resetInHeaders: closed,
    resetInBody: 200,
    halfClosed: closed,
    notHttp: 'The answer is not HTTP/1.1',
    controlCharacters: 500,
  }
}
