import pg from 'pg'

/** Facts about the server at a URL. */
export type EngineFacts = {
  /** As reported by the server. */
  readonly version: string
  /** Not derived from `select version()`: a pooler invents process ids for its clients. */
  readonly isPooled: boolean
}

/** Connects once and reads the facts. */
export async function lookAt(url: string): Promise<EngineFacts> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; pid: number }>(`select version(), pg_backend_pid() as pid`)
    const [{ version, pid }] = rows as [{ version: string; pid: number }]
    // The process id that the client received when connecting; a pooler makes one up.
    const { processID } = client as unknown as { processID: number | null }
    return { version, isPooled: processID !== null && processID !== pid }
  } finally {
    await client.end()
  }
}
