import pg from 'pg'

/** Facts about the server at a URL. */
export type EngineFacts = {
  readonly engine: 'PostgreSQL' | 'YugabyteDB' | 'CockroachDB'
  /** As reported by the engine. */
  readonly version: string
  /** Not derived from `select version()`: a pooler invents process ids for its clients. */
  readonly isPooled: boolean
}

type Facts = { readonly version: string; readonly pid: number }

/** Connects once and reads the facts. */
export async function lookAt(url: string): Promise<EngineFacts> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Facts>(`
      select version(), pg_backend_pid() as pid`)
    // The process id that the client received when connecting; a pooler makes one up.
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
