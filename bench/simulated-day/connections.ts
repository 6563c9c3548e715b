import { type Answer, type Connection, openConnection } from '../connection.ts'

export type Connections = {
  /** Sends a request over a free connection. Resolves with undefined if it broke. */
  ask(bytes: string): Promise<Answer | undefined>
  close(): void
}

/** Below a process's limit, and above the number in use at once. */
const connectionsMax = 600
/** The minimum keeps the distribution over several processes even. */
const connectionsMin = 32

/** Opens connections used in turns, so that the processes behind the port are too, as with a load balancer. */
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
    // A server that sheds load may close the connection after its response.
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
