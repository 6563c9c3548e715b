import type { Socket } from 'node:net'

/** What the keeper tells the programs that are attached: a line of JSON each. They only listen, or leave. */
export type Message =
  | { kind: 'ready'; sockets: string }
  | { kind: 'note'; text: string }
  | { kind: 'failed'; reason: string }

/** How a keeper ends that finds another one at work. */
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
