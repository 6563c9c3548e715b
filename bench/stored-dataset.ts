import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetFacts } from './dataset-facts.ts'

const root = join(import.meta.dirname, '..')

/** Not a temporary folder, which may be in memory, where flushing is free. */
const parent = join(root, '.cache')

export function newFolder(): string {
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'bench-'))
}

/** A seeded installation that is kept for later runs, because seeding a million records takes long. */
export type DataFolder = {
  readonly folder: string
  /** Undefined if it is new or was not seeded completely. */
  readonly facts: DatasetFacts | undefined
  keep(facts: DatasetFacts): void
  leave(): void
}

/** The files that determine the data set: a change of them makes it obsolete. */
const madeBy = [
  ...readdirSync(join(root, 'server/migrations')).map((file) => join(root, 'server/migrations', file)),
  ...readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:seed.*|setup|sample-texts|dataset-facts|rng)\.ts$/.test(file))
    .map((file) => join(import.meta.dirname, file)),
  join(root, 'server/catalog/default/catalog.json'),
]

function stampOf(name: string): string {
  const hash = createHash('sha256').update(name)
  for (const file of madeBy.toSorted()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** Opens a stored data set. Returns undefined if another run uses it. */
export function openDataFolder(set: string, about: object): DataFolder | undefined {
  const prefix = `bench-kept-${set}-`
  const name = `${prefix}${stampOf(JSON.stringify(about))}`
  const folder = join(parent, name)
  const [lock, file] = [join(folder, 'bench.pid'), join(folder, 'world.json')]
  mkdirSync(folder, { recursive: true })
  if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) return undefined
  writeFileSync(lock, String(process.pid))
  for (const other of readdirSync(parent)) {
    const isOld = other.startsWith(prefix) && other !== name
    if (isOld) rmSync(join(parent, other), { recursive: true, force: true })
  }
  return {
    folder,
    facts: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DatasetFacts) : undefined,
    keep: (facts) => writeFileSync(file, JSON.stringify(facts)),
    leave: () => rmSync(lock),
  }
}
