import type { Socket } from 'node:net'

/** Messages from the keeper to attached programs, one line of JSON each. Programs send nothing back. */
export type Message =
  | { kind: 'ready'; sockets: string }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; reason: string }

/** Exit code of a keeper that finds another one running. */
export const anotherKeeps = 75

export const tell = (socket: Socket, news: Message) => socket.write(`${JSON.stringify(news)}\n`)

export function hear(socket: Socket, listener: (news: Message) => void): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) listener(JSON.parse(line))
  })
}
