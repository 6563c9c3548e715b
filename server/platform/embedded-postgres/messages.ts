import type { Socket } from 'node:net'

/** Messages from the daemon to attached programs, one line of JSON each. Programs send nothing back. */
export type Message =
  | { kind: 'ready'; sockets: string }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; reason: string }

/** Exit code of a daemon that finds another one running. */
export const exitAlreadyRunning = 75

export const sendMessage = (socket: Socket, message: Message) => socket.write(`${JSON.stringify(message)}\n`)

export function onMessage(socket: Socket, listener: (message: Message) => void): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) listener(JSON.parse(line))
  })
}
