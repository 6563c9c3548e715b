import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The files that one process runs sequentially. */
export type TestGroup = { readonly entry: string; readonly files: readonly string[] }

/** Maximum number of files per process. Sharing avoids loading and warming up the server, three quarters of a single file's time. */
const filesMax = 24
/** The same of files that open pages in a browser, which take longer. */
const pageFilesMax = 10
/** The same of files that send many requests at once or to every operation. */
const longFilesMax = 5

/** Slow files start first, then the shared groups, then single files, which are short: none is left running alone at the end. */
const slowest = [
  /\/test\/faults\//,
  /\/test\/console\//,
  /\/test\/(?:flows|properties)\//,
  /\/test\/contract\/hostile\//,
  /\/test\/contract\/(?:access|idempotency|preconditions)\.test\.ts$/,
  /\/server\/commands\//,
]

/**
 * Files that measure a process, or start or kill programs, get their own process. The others share one, each with its own
 * market.
 */
export const alone: readonly RegExp[] = [
  /\/test\/(?:flows|faults)\//,
  /\/test\/console\/(?:pages|weight)\.test\.ts$/,
  /\/test\/contract\/access\.test\.ts$/,
  /\/test\/contract\/plans\//,
  /\/test\/contract\/architecture\/statements\.test\.ts$/,
  /\/server\/commands\/(?:market|program|doctor\/doctor|serve\/half-migrated)\.test\.ts$/,
  /\/server\/accounts\/rate-limits\/edge-limits\.test\.ts$/,
  // These declare problems, or count those that the server declares.
  /\/server\/values\/(?:transitions|problems)\//,
  /\/server\/platform\/embedded-postgres\//,
  /\/server\/platform\/outgoing-http\//,
  /\/server\/proofs\/images\//,
  /\/server\/webhooks\/deliveries\/crowded\.test\.ts$/,
]

/** Groups test files, slow ones first, and writes the entry file of each shared group to `folder`. */
export function testGroupsOf(files: readonly string[], folder: string): TestGroup[] {
  const shared = Map.groupBy(files.filter(mayShare), filesMaxOf)
  const groups = [
    ...files.filter((file) => !mayShare(file)).map((file) => [file]),
    ...[...shared].flatMap(([max, alike]) => inGroups(alike, max)),
  ]
  return groups.sort(bySlowness).map((group, index) => opened(group, join(folder, `room-${index}.mjs`)))
}

const bySlowness = (a: readonly string[], b: readonly string[]): number =>
  rankOf(a) - rankOf(b) || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)

function rankOf([first = '', ...others]: readonly string[]): number {
  const rank = slowest.findIndex((pattern) => pattern.test(first.replaceAll('\\', '/')))
  if (rank >= 0) return rank
  return slowest.length + (others.length > 0 ? 0 : 1)
}

/** Divides the files into groups of similar size. */
function inGroups(files: readonly string[], max: number): string[][] {
  const count = Math.ceil(files.length / max)
  return Array.from({ length: count }, (_, index) =>
    files.slice(Math.floor((index * files.length) / count), Math.floor(((index + 1) * files.length) / count)),
  )
}

const ofPages = /\/test\/console\//
const long = /\/test\/(?:properties|contract\/hostile)\/|\/test\/contract\/(?:idempotency|preconditions)\.test\.ts$/

function filesMaxOf(file: string): number {
  const path = file.replaceAll('\\', '/')
  if (ofPages.test(path)) return pageFilesMax
  return long.test(path) ? longFilesMax : filesMax
}

const mayShare = (file: string): boolean => !alone.some((pattern) => pattern.test(file.replaceAll('\\', '/')))

function opened(files: readonly string[], entry: string): TestGroup {
  if (files.length === 1) return { entry: files[0] as string, files }
  const group = pathToFileURL(join(import.meta.dirname, 'run-group.ts')).href
  writeFileSync(entry, `import { runInTurn } from '${group}'\nawait runInTurn(${JSON.stringify(files)})\n`)
  return { entry, files }
}
