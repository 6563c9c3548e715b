import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hasSecretKey, keepSecretKey, secretKeyPath } from '../config/secret.ts'
import type { PageChecksums } from '../embedded-postgres/copy.ts'
import { copyCluster } from '../embedded-postgres/copy.ts'
import { flush } from '../fsync.ts'
import { type CopiedPart, copyLiveFolder } from '../live-copy.ts'
import { partsFolder } from '../storage/disk.ts'

/*
 * A backup is a folder: `database` (a PostgreSQL cluster), `uploads` (the files as stored), optionally `secret-key`,
 * `backup.json` (its description), and `SHA256SUMS` over all of them, in the format of `sha256sum --check`.
 */

const format = 1
const [database, uploads, facts, sums] = ['database', 'uploads', 'backup.json', 'SHA256SUMS']

export type BackupFacts = {
  readonly format: number
  /** The time of the database state, by the database's own clock. */
  readonly createdAtUtc: string
  /** The major version of PostgreSQL that can read it. */
  readonly postgres: string
  readonly hasSecretKey: boolean
}
export type Backup = BackupFacts & {
  readonly folder: string
  readonly files: number
  readonly bytes: number
  readonly pageChecksums: PageChecksums
}

type From = {
  readonly dataDir: string
  /** The running embedded database. */
  readonly url: string
  /** The target folder, which must not exist. */
  readonly to: string
  readonly withSecretKey: boolean
}

/**
 * Backs up an installation with an embedded database while it runs. The folder gets its final name once everything is flushed
 * to disk. Files are copied after the database: each file is stored before the row that names it, and deleted after it.
 */
export async function makeBackup({ dataDir, url, to, withSecretKey }: From): Promise<Backup> {
  const folder = resolve(to)
  await mustBeFree(folder)
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}.unfinished-`)
  try {
    const { at, pageChecksums } = await copyCluster(join(dataDir, 'postgres'), url, join(draft, database))
    await copyLiveFolder(join(dataDir, uploads), join(draft, uploads), partOfUploads)
    if (withSecretKey) await cp(secretKeyPath(dataDir), join(draft, basename(secretKeyPath(dataDir))))
    const postgres = (await readFile(join(draft, database, 'PG_VERSION'), 'utf8')).trim()
    const its: BackupFacts = { format, createdAtUtc: at.toISOString(), postgres, hasSecretKey: withSecretKey }
    await writeFile(join(draft, facts), `${JSON.stringify(its, null, 2)}\n`)
    const { files, bytes } = await writeSums(draft)
    await rename(draft, folder)
    await flush(dirname(folder))
    return { ...its, folder, files, bytes, pageChecksums }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Uploads in progress belong to no row yet. */
const partOfUploads = (name: string): CopiedPart => (name === partsFolder ? 'folder' : 'all')

async function mustBeFree(folder: string): Promise<void> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${folder} cannot be the folder of a backup: ${error.message}`)
  })
  if (there && there.length > 0) throw new Error(`${folder} is not empty. Name a folder that is not there yet.`)
}

/** Hashes every file and flushes it to disk. */
async function writeSums(folder: string): Promise<{ files: number; bytes: number }> {
  const paths = await filesIn(folder)
  const files = await several(paths, async (path) => {
    await flush(join(folder, path))
    return { line: `${await sumOf(join(folder, path))}  ${path}\n`, bytes: (await stat(join(folder, path))).size }
  })
  await writeFile(join(folder, sums), files.map(({ line }) => line).join(''), { flush: true })
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

const atOnce = 32

/** Works on several files at once, because disks combine concurrent flushes. */
async function several<Made>(paths: readonly string[], work: (path: string) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let first = 0; first < paths.length; first += atOnce)
    made.push(...(await Promise.all(paths.slice(first, first + atOnce).map(work))))
  return made
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Reads the description of a backup and verifies every checksum. Throws an error that names the files that differ. */
export async function checkBackup(folder: string): Promise<BackupFacts> {
  const its = await readFacts(folder)
  const known = new Map(
    (await readFile(join(folder, sums), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  for (const path of await filesIn(folder)) {
    if (path === sums) continue
    const sum = known.get(path)
    if (sum === undefined) throw new Error(`${path} is not part of the backup.`)
    if (sum !== (await sumOf(join(folder, path))))
      throw new Error(`${path} is not what was backed up: its sum differs.`)
    known.delete(path)
  }
  const [missing] = known.keys()
  if (missing !== undefined) throw new Error(`${missing} is missing from the backup.`)
  return its
}

async function readFacts(folder: string): Promise<BackupFacts> {
  let its: BackupFacts
  try {
    its = JSON.parse(await readFile(join(folder, facts), 'utf8'))
  } catch (error) {
    throw new Error(`${folder} is no backup: ${facts} cannot be read (${(error as Error).message}).`)
  }
  if (its.format !== format) throw new Error(`This backup has format ${its.format}; this program reads ${format}.`)
  return its
}

/**
 * Restores a backup into a DATA_DIR without a database. The database gets its name last, so an interrupted restore can be
 * repeated.
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  givenKey: string | undefined,
): Promise<BackupFacts> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  if ((await readdir(cluster).catch(() => undefined)) !== undefined)
    throw new Error(`There is a database in ${dataDir} already. Restore into another DATA_DIR, or move that one away.`)
  const its = await checkBackup(folder)
  if (!its.hasSecretKey && givenKey === undefined && !(await hasSecretKey(dataDir)))
    throw new Error(
      `The backup holds no secret key. Put the installation's own into ${secretKeyPath(dataDir)}, or set SECRET_KEY, and restore then (docs/secret-key.md).`,
    )
  await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
  await cp(join(folder, uploads), join(dataDir, uploads), { recursive: true })
  if (its.hasSecretKey) await keepSecretKey(dataDir, await readFile(secretKeyPath(folder), 'utf8'))
  const draft = `${cluster}.restored`
  await rm(draft, { recursive: true, force: true })
  await cp(join(folder, database), draft, { recursive: true })
  await several(await filesIn(draft), (path) => flush(join(draft, path)))
  await rename(draft, cluster)
  await flush(dirname(cluster))
  return its
}
