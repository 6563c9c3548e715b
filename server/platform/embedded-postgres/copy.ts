import { cp, mkdir, opendir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseSeconds } from '../clock.ts'
import { type CopiedPart, copyLiveFolder } from '../live-copy.ts'
import { textOf } from '../sql.ts'
import { pathsIn } from './paths.ts'

/** Files of the running server; a server that starts from the copy creates them again. */
const madeAnew = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'])
/** Folders that are copied empty. The required WAL is copied afterwards. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const isPassing = (name: string): boolean => name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init')

// A table dropped meanwhile loses its files, and a database its folder; the WAL records that too.
const partOf = (name: string): CopiedPart =>
  madeAnew.has(name) || isPassing(name) ? 'nothing' : emptied.has(name) ? 'folder' : 'all'

export type ClusterCopy = {
  /** The time of the database state in the copy. */
  readonly at: Date
  readonly pageChecksums: PageChecksums
}

/**
 * Copies the cluster of a running embedded database into a new folder, as a base backup (PostgreSQL manual, 25.3, low-level
 * API) with the WAL that makes it consistent. Throws if a page is damaged.
 */
export async function copyCluster(directory: string, url: string, to: string): Promise<ClusterCopy> {
  const { cluster } = pathsIn(directory)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // If the server dies meanwhile, the next statement fails.
  client.on('error', () => {})
  try {
    // Keeps the WAL from here on, as long as this connection is open.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    const begun = await client.query(`select pg_walfile_name(pg_backup_start('market backup', true)) as first`)
    const pageChecksums = await copyVerified(cluster, url, to)
    const ended = await client.query(
      `select pg_walfile_name(lsn) as last, labelfile as label, ${textOf(databaseSeconds)} as seconds from pg_backup_stop(false)`,
    )
    const { last, label, seconds } = ended.rows[0]
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flag: 'wx' })
    await copyLog(join(cluster, 'pg_wal'), join(to, 'pg_wal'), begun.rows[0].first, last)
    return { at: new Date(seconds * 1000), pageChecksums }
  } finally {
    await client.end()
  }
}

/** Copies the files while the server verifies them: both read the same files, so a disk is read once. */
async function copyVerified(cluster: string, url: string, to: string): Promise<PageChecksums> {
  const { result, end } = await verifyPages(url)
  // Without a copy the verification is ended too. A copy goes on to its end, because it is removed afterwards.
  const copied = copyLiveFolder(cluster, to, partOf).catch((error) => end().then(() => Promise.reject(error)))
  const [copying, verifying] = await Promise.allSettled([copied, result])
  await end()
  if (copying.status === 'rejected') throw copying.reason
  if (verifying.status === 'rejected') throw verifying.reason
  return verifying.value
}

const segmentForm = /^[0-9A-F]{24}$/

/** Copies the segments from first to last and no later ones: recovery would replay those too. */
async function copyLog(from: string, to: string, first: string, last: string): Promise<void> {
  for (const name of ['archive_status', 'summaries']) await mkdir(join(to, name), { mode: 0o700 })
  for await (const { name } of await opendir(from))
    if (segmentForm.test(name) ? first <= name && name <= last : name.endsWith('.history'))
      await cp(join(from, name), join(to, name))
}

/** PostgreSQL reports each damaged page as a warning, and ends with this SQLSTATE. */
const dataCorrupted = 'XX001'
const damagedPage = /checksum verification failed in file/
const namedMax = 5
/** A base backup that goes nowhere: PostgreSQL reads every page, and verifies its checksum unless WAL replay replaces it. */
const readEveryPage = "BASE_BACKUP (TARGET 'blackhole', CHECKPOINT 'fast', WAIT false, MANIFEST 'no')"

/** `Off` if the cluster was created without checksums. */
export type PageChecksums = 'Verified' | 'Off'

type PageCheck = {
  /** Rejects with an error that names the damaged files and pages. */
  readonly result: Promise<PageChecksums>
  end(): Promise<void>
}

/** Lets the running server verify the checksums of all pages on disk. */
async function verifyPages(url: string): Promise<PageCheck> {
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
