import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './driver/checks.ts'
import { add, type Counts, indent, none, summary, tell } from './driver/counts.ts'
import { isSystemTest } from './driver/system-tests.ts'
import { testGroupsOf } from './driver/test-groups.ts'
import { type Limits, runTests } from './driver/tests.ts'

/*
 * npm test                    the checks, every test that is no system test, and that every statement was run by one
 * npm run test:system         the system tests (driver/system-tests.ts)
 * npm test -- offers ledger   the test files of both whose path contains one of the words, and nothing else
 * npm test -- offers --name='rejects a title'   of these, the tests whose name contains the text
 * npm test -- offers --watch  runs them again when one of their files changes
 * npm run lint                the checks alone
 */

/** An error that prevents the tests from running and needs no stack trace. */
class NotRun extends Error {}

const isLong = process.env.LONG === '1'
const { values: options, positionals: words } = parsed()
const limits: Limits = {
  // More than the number of processors, because files often wait for a disk, clock or page. A fifth costs more than it gains.
  concurrency: Math.min(4, availableParallelism() * 2),
  // An hour of faults takes more than an hour.
  stuckSecondsMax: isLong ? 3 * 3600 : 900,
  name: options.name,
  isWatching: options.watch ?? false,
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

let total: Counts = none
if (options.checks) await part(() => runChecks(stop.signal))
else if (words.length > 0 || options.name !== undefined || options.watch)
  await part(() => runOnDatabase(testFiles(isNamed)))
else if (options.system) await part(() => runOnDatabase(testFiles(isSystemTest)))
else {
  await part(() => runChecks(stop.signal))
  await part(runAll)
}
console.log(summary(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** Whether a word is part of the path. Without words, every file is meant. */
function isNamed(file: string): boolean {
  return words.length === 0 || words.some((word) => file.includes(word.replace(/^\.\//, '')))
}

function parsed() {
  try {
    const flags = { checks: { type: 'boolean' }, system: { type: 'boolean' }, watch: { type: 'boolean' } } as const
    return parseArgs({ options: { ...flags, name: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    console.log(`${(error as Error).message}\n${summary({ ...none, failed: 1 })}`)
    process.exit(1)
  }
}

/** Adds the counts of a part. A part that fails or is stopped counts as a failure, and the others still run. */
async function part(work: () => Promise<Counts>): Promise<void> {
  try {
    if (!stop.signal.aborted) total = add(total, await work())
    if (stop.signal.aborted && !options.watch) throw new NotRun('stopped before the end')
  } catch (error) {
    const isOurs = !(error instanceof Error) || error instanceof NotRun
    console.log(`FAIL  the run itself\n${indent(isOurs ? String(error) : `${error.stack}`)}`)
    total = add(total, { ...none, failed: 1 })
  }
}

function testFiles(isChosen: (file: string) => boolean): string[] {
  const files = globSync('{server,test}/**/*.test.ts').filter((file) => isChosen(file.replaceAll('\\', '/')))
  if (files.length === 0) throw new NotRun(`no test file has ${words.join(' or ')} in its path`)
  return files.sort().map((file) => resolve(file))
}

/** Runs the files on a prepared database and releases it afterwards. */
async function runOnDatabase(files: readonly string[]): Promise<Counts> {
  const start = performance.now()
  const { prepareTestDatabase } = await import('./support/database.ts')
  const [database, folder] = [await prepareTestDatabase(), newFolder('rooms-')]
  try {
    tell(true, 'database', performance.now() - start)
    // Caches compiled code between processes, which halves their start time.
    Object.assign(process.env, database.env, { NODE_COMPILE_CACHE: resolve('.cache/compiled') })
    const counts = await runTests(testGroupsOf(files, folder), limits, stop)
    if (options.name !== undefined && counts.passed + counts.failed === 0)
      throw new NotRun(`no test has "${options.name}" in its name`)
    return counts
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await database.release()
  }
}

/** Runs every test that is no system test, then reports statements that no test ran. */
async function runAll(): Promise<Counts> {
  const { markStatements, statementsNeverRun } = await import('./driver/statements.ts')
  const marks = newFolder('marks-')
  Object.assign(process.env, markStatements(marks, process.cwd()))
  const start = performance.now()
  try {
    const counts = await runOnDatabase(testFiles((file) => !isSystemTest(file)))
    tell(counts.failed === 0, 'all tests', performance.now() - start)
    return stop.signal.aborted ? counts : add(counts, tellNeverRun(statementsNeverRun(marks, process.cwd())))
  } finally {
    rmSync(marks, { recursive: true, force: true })
  }
}

function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), name))
}

function tellNeverRun(never: readonly string[]): Counts {
  console.log(`${never.length === 0 ? 'ok  ' : 'FAIL'}  every statement is run by a test`)
  for (const place of never) console.log(`    never run: ${place}`)
  return never.length === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 }
}
