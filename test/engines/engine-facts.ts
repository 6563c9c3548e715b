import pg from 'pg'

/** What a URL leads to. */
export type EngineFacts = {
  readonly engine: 'PostgreSQL' | 'YugabyteDB' | 'CockroachDB'
  /** As the engine tells it. */
  readonly version: string
  /** The name in `select version()` is no promise: a pooler between gives each client a number of its own. */
  readonly isPooled: boolean
}

type Facts = { readonly version: string; readonly pid: number }

/** Connects once and looks. */
export async function lookAt(url: string): Promise<EngineFacts> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Facts>(`
      select version(), pg_backend_pid() as pid`)
    // The number that the client was told when it connected: a pooler makes one up.
    const { processID } = client as unknown as { processID: number | null }
    return seenIn(rows[0] as Facts, processID)
  } finally {
    await client.end()
  }
}

function seenIn({ version, pid }: Facts, processId: number | null): EngineFacts {
  const isPooled = processId !== null && processId !== pid
  if (/^CockroachDB/.test(version)) return { engine: 'CockroachDB', version, isPooled }
  if (/-YB-/.test(version)) return { engine: 'YugabyteDB', version, isPooled }
  return { engine: 'PostgreSQL', version, isPooled }
}
