import pg from 'pg'

/** PostgreSQL reports each damaged page as a warning, and ends with this SQLSTATE. */
const dataCorrupted = 'XX001'
const damagedPage = /checksum verification failed in file/
const namedMax = 5
/** A base backup that goes nowhere: PostgreSQL reads every page, and verifies its checksum unless WAL replay replaces it. */
const readEveryPage = "BASE_BACKUP (TARGET 'blackhole', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')"

/** `Off` if the cluster was created without checksums. */
export type PageChecksums = 'Verified' | 'Off'

export type PageCheck = {
  /** Rejects with an error that names the damaged files and pages. */
  readonly result: Promise<PageChecksums>
  end(): Promise<void>
}

/** Lets the running server verify the checksums of all pages on disk. */
export async function verifyPages(url: string): Promise<PageCheck> {
  const client = new pg.Client({ connectionString: `${url}&replication=true` })
  const damaged: string[] = []
  client.on('notice', ({ message }) => {
    if (message && damagedPage.test(message)) damaged.push(message)
  })
  client.on('error', () => {})
  await client.connect()
  const verify = async (): Promise<PageChecksums> => {
    const { rows } = await client.query('SHOW data_checksums')
    if (rows[0].data_checksums !== 'on') return 'Off'
    await client.query(readEveryPage)
    return 'Verified'
  }
  const result = verify().catch((error: { readonly code?: string }) => {
    throw error.code === dataCorrupted ? damagedPages(damaged) : error
  })
  return { result, end: () => client.end() }
}

function damagedPages(damaged: readonly string[]): Error {
  const more = damaged.length > namedMax ? `; and ${damaged.length - namedMax} more` : ''
  return new Error(
    `The database has damaged pages, so no backup was made: ${damaged.slice(0, namedMax).join('; ')}${more}. ` +
      'Keep the earlier backups, and read "Damaged pages" in docs/backup.md.',
  )
}
