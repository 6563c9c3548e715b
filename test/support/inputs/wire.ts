import type { AddressInfo } from 'node:net'
import { createServer, connect as open, type Socket } from 'node:net'

/** A point in a transaction: before a statement reaches PostgreSQL, or after its response, before the client gets it. */
export type Point = { readonly statement: number; readonly side: 'before' | 'after' }

/** A proxy to PostgreSQL that counts the statements of transactions. */
export type Wire = {
  readonly url: string
  /** Calls `strike` at this point of the next transaction, before forwarding anything more. */
  arm(point: Point, onReached: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

type Armed = { readonly point: Point; readonly onReached: () => Promise<unknown>; readonly done: () => void }

/** Listens on loopback and forwards to the PostgreSQL of the URL. */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const [folder, postgresPort] = [target.searchParams.get('host'), Number(target.port || '5432')]
  const there = folder ? { path: `${folder}/.s.PGSQL.${postgresPort}` } : { host: target.hostname, port: postgresPort }
  let armed: Armed | undefined
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const postgres = open(there)
    for (const socket of [client, postgres]) sockets.add(socket.on('error', () => {}))
    client.on('close', () => postgres.destroy())
    postgres.on('close', () => client.destroy())
    watch(client, postgres, () => armed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${[target.username, target.password].filter(Boolean).join(':')}@127.0.0.1:${port}${target.pathname}`,
    arm: (point, onReached) =>
      new Promise((done) => {
        const disarm = () => {
          armed = undefined
          done()
        }
        armed = { point, onReached, done: disarm }
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Forwards whole messages, one at a time; stops permanently at the armed point. */
function watch(client: Socket, postgres: Socket, armed: () => Armed | undefined): void {
  let statement = 0
  // A flight is several statements up to one Sync; it counts once.
  let isInFlight = false
  const isAt = (side: Point['side']) => {
    const point = armed()?.point
    return statement > 0 && point?.statement === statement && point.side === side
  }
  const onReached = async () => {
    client.pause()
    postgres.pause()
    const now = armed()
    await now?.onReached()
    now?.done()
  }
  const asked = messagesOf(true, (message, type) => {
    const isFirst = type === 'Q' || (type === 'B' && !isInFlight)
    if (type === 'Q' && message.includes('begin')) statement = 1
    else if (statement > 0 && isFirst) statement++
    isInFlight = type === 'B' || (isInFlight && type !== 'S')
    if (isFirst && isAt('before')) return void onReached()
    postgres.write(message)
  })
  const answered = messagesOf(false, (message, type) => {
    if (type === 'Z' && isAt('after')) return void onReached()
    client.write(message)
  })
  client.on('data', asked)
  postgres.on('data', answered)
}

/** Splits bytes into messages of PostgreSQL's protocol: type, four bytes of length, content. A client's first message has no type. */
function messagesOf(isFirstBare: boolean, take: (message: Buffer, type: string) => void) {
  let rest = Buffer.alloc(0)
  let isBare = isFirstBare
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isBare ? 0 : 1
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      take(message, isBare ? '' : String.fromCharCode(message[0] as number))
      isBare = false
    }
  }
}
