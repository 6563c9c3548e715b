import { createServer, type Socket } from 'node:net'
import { type Message, tell } from './messages.ts'

/** Where programs come in and stay while they use the database. */
export type SocketServer = { tell: (news: Message) => void; close: () => void }

/** Whoever started the keeper comes within milliseconds, unless it was killed meanwhile. */
const firstProgramMs = 5_000

/** Opens the door; says when the last program has left, or none has come. A killed program leaves too: the kernel closes for it. */
export async function openSocketServer(path: string, onEmpty: () => void): Promise<SocketServer> {
  const inside = new Set<Socket>()
  let latest: Message | undefined
  let isOpen = true

  function leave(socket: Socket): void {
    if (!inside.delete(socket) || !isOpen) return
    // The last one waits until we end, to know that PostgreSQL has stopped.
    if (inside.size === 0) onEmpty()
    else socket.end()
  }

  // Half-open, so that a program can say that it leaves and still wait for our end.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (!isOpen) {
      socket.destroy()
      return
    }
    clearTimeout(patience)
    inside.add(socket)
    socket.resume()
    socket
      .on('end', () => leave(socket))
      .on('close', () => leave(socket))
      .on('error', () => leave(socket))
    if (latest) tell(socket, latest)
  })
  const patience = setTimeout(onEmpty, firstProgramMs)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  return {
    tell: (news) => {
      latest = news
      for (const socket of inside) tell(socket, news)
    },
    close: () => {
      isOpen = false
      server.close()
    },
  }
}
