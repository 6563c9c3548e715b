import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What one process runs: a test file, or several in turn. */
export type TestGroup = { readonly entry: string; readonly files: readonly string[] }

/** A process loads the server once, and its code becomes fast: of a file alone, three quarters of the time are that. */
const filesMax = 10

/**
 * Files that measure a process, start or kill programs, or keep both processors busy have a process of their own. The
 * others share one, each with a market of its own.
 */
export const alone: readonly RegExp[] = [
  /\/test\/(?:laws|flows|faults|console)\//,
  /\/test\/contract\/(?:access|idempotency|preconditions)\.test\.ts$/,
  /\/test\/contract\/hostile\//,
  /\/test\/contract\/plans\//,
  /\/test\/contract\/architecture\/statements\.test\.ts$/,
  /\/server\/commands\//,
  /\/server\/accounts\/rate-limits\/edge-limits\.test\.ts$/,
  // These declare problems, or count those that the server declares.
  /\/server\/values\/(?:transitions|problems)\//,
  /\/server\/platform\/embedded-postgres\//,
  /\/server\/platform\/outgoing-http\//,
  /\/server\/proofs\/images\//,
  /\/server\/webhooks\/events\/crowded\.test\.ts$/,
]

/** Puts test files into rooms, in their order; writes into `folder` what each shared room begins with. */
export function testGroupsOf(files: readonly string[], folder: string): TestGroup[] {
  const [sharing, own] = [files.filter(mayShare), files.filter((file) => !mayShare(file))]
  const count = Math.ceil(sharing.length / filesMax)
  const shared = Array.from({ length: count }, (_, index) =>
    sharing.slice(Math.floor((index * sharing.length) / count), Math.floor(((index + 1) * sharing.length) / count)),
  )
  return [...own.map((file) => [file]), ...shared].map((group, index) =>
    opened(group, join(folder, `room-${index}.mjs`)),
  )
}

const mayShare = (file: string): boolean => !alone.some((pattern) => pattern.test(file.replaceAll('\\', '/')))

function opened(files: readonly string[], entry: string): TestGroup {
  if (files.length === 1) return { entry: files[0] as string, files }
  const group = pathToFileURL(join(import.meta.dirname, 'run-group.ts')).href
  writeFileSync(entry, `import { runInTurn } from '${group}'\nawait runInTurn(${JSON.stringify(files)})\n`)
  return { entry, files }
}
