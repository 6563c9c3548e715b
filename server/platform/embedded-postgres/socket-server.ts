import { createServer, type Socket } from 'node:net'
import { type Message, sendMessage } from './messages.ts'

/** The server that programs stay connected to while they use the database. */
export type SocketServer = { broadcast: (message: Message) => void; close: () => void }

/** The program that starts a daemon connects within milliseconds, unless it was killed meanwhile. */
const firstProgramMs = 5_000

/** Opens the socket. Calls `onEmpty` when the last program has left or none connects. A killed program counts as left. */
export async function openSocketServer(path: string, onEmpty: () => void): Promise<SocketServer> {
  const programs = new Set<Socket>()
  let latest: Message | undefined
  let isOpen = true

  function leave(socket: Socket): void {
    if (!programs.delete(socket) || !isOpen) return
    // The last one waits until this process exits, so that it knows that PostgreSQL has stopped.
    if (programs.size === 0) onEmpty()
    else socket.end()
  }

  // Half-open: a leaving program closes its side and still waits for our end.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (!isOpen) {
      socket.destroy()
      return
    }
    clearTimeout(emptyTimer)
    programs.add(socket)
    socket.resume()
    socket
      .on('end', () => leave(socket))
      .on('close', () => leave(socket))
      .on('error', () => leave(socket))
    if (latest) sendMessage(socket, latest)
  })
  const emptyTimer = setTimeout(onEmpty, firstProgramMs)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  return {
    broadcast: (message) => {
      latest = message
      for (const socket of programs) sendMessage(socket, message)
    },
    close: () => {
      isOpen = false
      server.close()
    },
  }
}
