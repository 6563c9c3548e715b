import { connect, type Socket } from 'node:net'

export type Answer = { readonly status: string; readonly body: () => string }

/** One kept-alive connection with one request at a time. */
export type Connection = {
  /** Sends a request. Resolves with the response, or with undefined if the connection broke. */
  ask(bytes: string): Promise<Answer | undefined>
  close(): void
}

export const openConnection = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      resolve(connectionOn(socket))
    })
  })

function connectionOn(socket: Socket): Connection {
  let chunks: Buffer[] = []
  let missing = 0
  let waiting: ((answer: Answer | undefined) => void) | undefined
  const end = (answer?: Answer) => {
    const told = waiting
    waiting = undefined
    chunks = []
    told?.(answer)
  }
  socket.on('error', () => end()).on('close', () => end())
  socket.on('data', (chunk) => {
    if (chunks.length === 0) missing = lengthOf(chunk)
    chunks.push(chunk)
    missing -= chunk.length
    if (missing <= 0) end(answerOf(chunks))
  })
  return {
    ask: (bytes) => {
      if (socket.destroyed) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        waiting = resolve
        socket.write(bytes, 'latin1')
      })
    },
    close: () => void socket.end(),
  }
}

const headEnd = Buffer.from('\r\n\r\n')

/** Returns the length of the whole response. Throws if its head is not in the first chunk, as it always is on loopback. */
function lengthOf(first: Buffer): number {
  const end = first.indexOf(headEnd)
  const length = /content-length: *(\d+)/i.exec(first.toString('latin1', 0, Math.max(0, end)))?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${first.toString('latin1', 0, 500)}`)
  return end + headEnd.length + Number(length)
}

function answerOf(chunks: readonly Buffer[]): Answer {
  const [first = Buffer.alloc(0)] = chunks
  const body = () => {
    const whole = Buffer.concat(chunks)
    return whole.toString('utf8', whole.indexOf(headEnd) + headEnd.length)
  }
  return { status: first.toString('latin1', 9, 12), body }
}
