import { type Answer, type Connection, openConnection } from '../connection.ts'

export type Connections = {
  /** Asks over a connection that is free; nothing where it broke. */
  ask(bytes: string): Promise<Answer | undefined>
  close(): void
}

/** Fewer than a process takes, and more than several do at once. */
const connectionsMax = 600
/** At an address that several processes share, each gets as many of them as the others. */
const connectionsMin = 32

/** Connections that take turns, so that the processes behind an address do so too: what a load balancer does. */
export async function openConnections(port: number): Promise<Connections> {
  const free = await Promise.all(Array.from({ length: connectionsMin }, () => openConnection(port)))
  const waiting: (() => void)[] = []
  let open = free.length
  const leave = (connection: Connection | undefined) => {
    if (connection) free.push(connection)
    else open--
    waiting.shift()?.()
  }
  const enter = async (): Promise<Connection> => {
    while (free.length === 0 && open >= connectionsMax) await new Promise<void>((resolve) => waiting.push(resolve))
    const known = free.shift()
    if (known) return known
    open++
    return openConnection(port)
  }
  const ask = async (bytes: string): Promise<Answer | undefined> => {
    const connection = await enter().catch(() => undefined)
    const answer = await connection?.ask(bytes)
    // A server that sheds load may close the connection behind its answer.
    const isKept = answer !== undefined && answer.status !== '503'
    if (!isKept) connection?.close()
    leave(isKept ? connection : undefined)
    return answer
  }
  const close = () => {
    for (const connection of free) connection.close()
  }
  return { ask, close }
}
