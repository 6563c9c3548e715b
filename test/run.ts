import { appendFileSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { runChecks } from './driver/checks.ts'
import { add, type Counts, indent, none, summary, tell } from './driver/counts.ts'
import { testGroupsOf } from './driver/test-groups.ts'
import { type Limits, type Outcome, runTests } from './driver/tests.ts'

/*
 * npm test                    the checks, every test, and that every statement was run by one
 * npm test -- offers ledger   the test files whose path contains one of the words, and nothing else
 * npm run lint                the checks alone
 */

/** An error that prevents the tests from running and needs no stack trace. */
class NotRun extends Error {}

const isLong = process.env.LONG === '1'
/**
 * For running beside something else (test/engines/tests.ts): the file that receives the plan and results, one line each, and
 * whether the database drops connections.
 */
const { TEST_OUTCOMES: outcomes, TEST_TORN: torn } = process.env
delete process.env.TEST_OUTCOMES
delete process.env.TEST_TORN
const note = (line: Outcome | { readonly planned: readonly string[] }): void => {
  if (outcomes) appendFileSync(outcomes, `${JSON.stringify(line)}\n`)
}
const limits: Limits = {
  // More than the number of processors, because files often wait for a disk, clock or page. A fifth costs more than it gains.
  concurrency: Math.min(4, availableParallelism() * 2),
  // An hour of faults takes more than an hour.
  fileSecondsMax: isLong ? 3 * 3600 : 480,
  isTorn: torn === 'on',
  note,
}
/** Slow files start first, so that none is left running alone at the end. */
const slowest = [
  'test/faults/',
  'test/console/',
  'test/flows/',
  'test/properties/',
  'test/contract/hostile/',
  'server/commands/',
]

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

const words = process.argv.slice(2)
const isFiltered = words.length > 0 && words[0] !== '--checks'
let total: Counts = none
if (!isFiltered) await part(() => runChecks(stop.signal))
if (isFiltered) await part(() => runOnDatabase(testFiles(words)))
else if (words.length === 0) await part(runAll)
console.log(summary(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** Adds the counts of a part. A part that fails or is stopped counts as a failure, and the others still run. */
async function part(work: () => Promise<Counts>): Promise<void> {
  try {
    if (!stop.signal.aborted) total = add(total, await work())
    if (stop.signal.aborted) throw new NotRun('stopped before the end')
  } catch (error) {
    const isOurs = !(error instanceof Error) || error instanceof NotRun
    console.log(`FAIL  the run itself\n${indent(isOurs ? String(error) : `${error.stack}`)}`)
    total = add(total, { ...none, failed: 1 })
  }
}

function testFiles(parts: readonly string[]): string[] {
  const files = globSync('{server,test}/**/*.test.ts').filter(
    (file) => parts.length === 0 || parts.some((part) => file.includes(part.replace(/^\.\//, ''))),
  )
  if (files.length === 0) throw new NotRun(`no test file has ${parts.join(' or ')} in its path`)
  const rank = (file: string): number => slowest.findIndex((start) => file.startsWith(start)) >>> 0
  return files.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).map((file) => resolve(file))
}

/** Runs the files on a prepared database and releases it afterwards. */
async function runOnDatabase(files: readonly string[]): Promise<Counts> {
  const start = performance.now()
  const { prepareTestDatabase } = await import('./support/database.ts')
  note({ planned: files.map((file) => relative(process.cwd(), file)) })
  const [database, folder] = [await prepareTestDatabase(), newFolder('rooms-')]
  try {
    tell(true, 'database', performance.now() - start)
    // Caches compiled code between processes, which halves their start time.
    Object.assign(process.env, database.env, { NODE_COMPILE_CACHE: resolve('.cache/compiled') })
    return await runTests(testGroupsOf(files, folder), limits, stop)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await database.release()
  }
}

/** Runs every test, then reports statements that no test ran. */
async function runAll(): Promise<Counts> {
  const { markStatements, statementsNeverRun } = await import('./driver/statements.ts')
  const marks = newFolder('marks-')
  Object.assign(process.env, markStatements(marks, process.cwd()))
  const start = performance.now()
  try {
    const counts = await runOnDatabase(testFiles([]))
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
