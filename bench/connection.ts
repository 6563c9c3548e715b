import { connect } from 'node:net'

export type Exchange = {
  /** The bytes of the next request; nothing where there is no more to ask. */
  readonly next: () => Buffer | undefined
  readonly done: (status: string, milliseconds: number, body: string) => void
}

/** One connection, kept open, with one request at a time; resolves when there is no more to ask, or it broke. */
export function keepBusy(port: number, { next, done }: Exchange): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1')
    let received = ''
    let start = 0
    const ask = () => {
      const bytes = next()
      if (!bytes) return void socket.end(resolve)
      start = performance.now()
      socket.write(bytes)
    }
    const lose = () => {
      if (!socket.writableEnded) done('connection broken', performance.now() - start, received)
      resolve()
    }
    socket.on('connect', ask).on('error', lose).on('end', lose)
    socket.on('data', (chunk) => {
      received += chunk
      const answer = answerIn(received)
      if (!answer) return
      received = ''
      done(answer.status, performance.now() - start, answer.body)
      ask()
    })
  })
}

/** The answer, once it is whole. One character is one byte here. */
function answerIn(received: string): { readonly status: string; readonly body: string } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const length = /^content-length: *(\d+)/im.exec(received.slice(0, headEnd))?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${received.slice(0, 500)}`)
  const body = received.slice(headEnd + 4)
  return body.length < Number(length) ? undefined : { status: received.slice(9, 12), body }
}
