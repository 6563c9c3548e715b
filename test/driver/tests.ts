import { relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { type Counts, indent, none, summary, tell } from './counts.ts'
import type { TestGroup } from './test-groups.ts'

export type Limits = {
  readonly concurrency: number
  /** Time without a finished test after which a file counts as stuck. A file that makes progress may take any time. */
  readonly stuckSecondsMax: number
  /** Runs only the tests whose name contains this text. */
  readonly name?: string | undefined
  /** Runs the files again when one of the modules that they import changes, until the run is stopped. */
  readonly isWatching?: boolean
}

/** The test runner's event for a test, suite or file, as far as we read it. */
type TestEvent = {
  readonly name: string
  readonly file?: string
  readonly line?: number
  /** Number of suites and tests around it. */
  readonly nesting?: number
  readonly type?: string
  readonly message?: string
  readonly skip?: string | boolean
  readonly todo?: string | boolean
  readonly duration_ms?: number
  readonly details?: { readonly type?: string; readonly duration_ms?: number; readonly error?: RunnerError }
}
type RunnerError = Error & { readonly failureType?: string }
type Event = { readonly type: string; readonly data?: TestEvent }

/** A test file in progress. */
type Running = {
  readonly start: number
  /** When the runner last reported something of this file. */
  lastEventAt: number
  /** Undefined while it runs. Its report may come later: the runner reports files in order. */
  ended?: number
  readonly counts: Counts
  readonly notes: string[]
}

/** State of a run. If a file fails, the end of its process's output is shown. */
type Run = {
  /** The group of each file and of each group's entry. */
  readonly groups: ReadonlyMap<string, TestGroup>
  readonly running: Map<string, Running>
  readonly printed: Map<string, string[]>
  /** Processes that have reported everything but not ended, with the time since. */
  readonly leaving: Map<string, number>
  readonly total: Counts
  /** Whether a file without tests is a failure: not if tests are chosen by name. */
  readonly needsTests: boolean
  readonly suites: Set<string>
  /** The suites and tests around the one that is reported, and itself. */
  readonly path: TestEvent[]
}

/** Runs each group in its own process. Prints a line for each file, and failures in full. */
export async function runTests(groups: readonly TestGroup[], limits: Limits, stop: AbortController): Promise<Counts> {
  const byName = new Map(groups.flatMap((group) => [group.entry, ...group.files].map((name) => [name, group] as const)))
  const nothing = { running: new Map(), printed: new Map(), leaving: new Map(), total: { ...none } }
  const nowhere = { suites: new Set<string>(), path: [] }
  const state: Run = {
    groups: byName,
    ...nothing,
    ...nowhere,
    needsTests: limits.name === undefined,
  }
  const events = run({
    files: groups.map(({ entry }) => entry),
    concurrency: limits.concurrency,
    signal: stop.signal,
    watch: limits.isWatching ?? false,
    ...(limits.name !== undefined && { testNamePatterns: new RegExp(RegExp.escape(limits.name)) }),
  })
  const watch = setInterval(() => stopSlow(state, limits, stop), 1000)
  try {
    for await (const event of events) take(event as Event, state)
  } finally {
    clearInterval(watch)
  }
  return state.total
}

const leaveSecondsMax = 300

/** Stops a file that does not end. It has left a server, pool or timer open and would block the whole run. */
function stopSlow({ running, leaving }: Run, limits: Limits, stop: AbortController): void {
  const since = performance.now() - limits.stuckSecondsMax * 1000
  const slow = [...running].filter(([, { lastEventAt, ended }]) => !ended && lastEventAt < since)
  const stuck = [...leaving].filter(([, told]) => told < performance.now() - leaveSecondsMax * 1000)
  const names = [...slow, ...stuck].map(([file]) => short(file))
  if (names.length === 0 || stop.signal.aborted) return
  console.log(
    `FAIL  no test ended for ${limits.stuckSecondsMax} s, or the process stayed after its tests: ${names.join(', ')}`,
  )
  stop.abort()
}

function take({ type, data }: Event, state: Run): void {
  if (type === 'test:watch:drained') tellWatching(state.total)
  if (!data?.file) return
  notePlace(type, data, state)
  const { running, total } = state
  const isWhole = isWholeFile(data, state)
  const name = isWhole ? data.name : data.file
  const process = state.groups.get(name)?.entry ?? name
  if (type === 'test:dequeue' && isWhole) running.set(name, begun())
  const one = running.get(name) ?? begun()
  one.lastEventAt = performance.now()
  // A group makes progress with each of its tests.
  const group = running.get(process)
  if (group) group.lastEventAt = one.lastEventAt
  if (type === 'test:complete' && isWhole) one.ended = performance.now()
  if (type === 'test:complete' && name === process) state.leaving.delete(name)
  if (type === 'test:stdout' || type === 'test:stderr') printedBy(process, state).push(data.message ?? '')
  if (type === 'test:diagnostic') one.notes.push(data.message ?? '')
  const isOutcome = type === 'test:pass' || type === 'test:fail'
  if (isOutcome) count(type, data, state, one.counts, total)
  if (!running.has(name) || !((isOutcome && isWhole) || type === 'test:summary')) return
  running.delete(name)
  if (name === process && !one.ended) state.leaving.set(name, performance.now())
  // A group is reported per file; also as a whole if the group itself failed.
  const isWorthALine = state.needsTests || one.counts.passed + one.counts.failed > 0
  if (isWorthALine && (!isShared(name, state) || one.counts.failed + one.notes.length > 0))
    tellFile(titleOf(name, state), one, printedBy(process, state))
  if (name === process) state.printed.delete(process)
}

/** Records where the reported test is. The runner starts tests in order, one within the other. */
function notePlace(type: string, data: TestEvent, { suites, path }: Run): void {
  if (type === 'test:enqueue' && data.type === 'suite') suites.add(placeOf(data))
  if (type === 'test:start') path.splice(data.nesting ?? 0, path.length, data)
}

const placeOf = ({ file, line, name }: TestEvent): string => `${file}:${line} ${name}`

/** Returns the test to choose by name: a subtest is only found if its outermost test runs. */
const runnableTest = ({ nesting = 0 }: TestEvent, { suites, path }: Run): TestEvent | undefined =>
  path.slice(0, nesting + 1).find((each) => !suites.has(placeOf(each)))

function printedBy(process: string, { printed }: Run): string[] {
  const parts = printed.get(process) ?? []
  printed.set(process, parts)
  return parts
}

/** Prints the result of one pass of a watching run, and starts the next from zero. */
function tellWatching(total: Counts): void {
  console.log(`${summary(total)}; waiting for changes, Ctrl-C ends`)
  Object.assign(total, none)
}

/** Whether an event reports a whole file: as the runner's file, or as a suite of a group. */
const isWholeFile = ({ name, file }: TestEvent, { groups }: Run): boolean => name === file || groups.has(name)

const isShared = (entry: string, { groups }: Run): boolean => {
  const group = groups.get(entry)
  return group !== undefined && group.files.length > 1 && group.entry === entry
}

const titleOf = (name: string, state: Run): string =>
  isShared(name, state) ? `${state.groups.get(name)?.files.map(short).join(', ')} (together)` : short(name)

function begun(): Running {
  const now = performance.now()
  return { start: now, lastEventAt: now, counts: { ...none }, notes: [] }
}

function count(type: string, data: TestEvent, state: Run, file: Counts, total: Counts): void {
  const isWhole = isWholeFile(data, state)
  const isEmpty = state.needsTests && isWhole && type === 'test:pass' && file.passed + file.failed + file.skipped === 0
  const outcome = isEmpty ? 'failed' : outcomeOf(type, data)
  if (!outcome) return
  file[outcome]++
  total[outcome]++
  if (outcome !== 'failed') return
  if (isWhole) tellFailure(data, titleOf(data.name, state))
  else tellFailure(data, titleOfTest(data), runnableTest(data, state) ?? data)
}

function outcomeOf(type: string, data: TestEvent): keyof Counts | undefined {
  const isSuite = data.details?.type === 'suite'
  if (data.skip !== undefined || data.todo !== undefined) return isSuite ? undefined : 'skipped'
  if (type === 'test:pass') return isSuite || data.name === data.file ? undefined : 'passed'
  return isSuite && data.details?.error?.failureType === 'subtestsFailed' ? undefined : 'failed'
}

const titleOfTest = ({ name, file = '', line }: TestEvent): string => `${name} (${short(file)}:${line ?? '?'})`

function tellFailure({ file, details }: TestEvent, title: string, chosen?: TestEvent): void {
  console.log(`\n  ✖ ${title}`)
  if (details?.error) console.log(indent(withoutRunner(inspect(details.error.cause ?? details.error, { depth: 8 }))))
  else console.log(indent('this file holds no test'))
  if (file)
    console.log(`\n    Run it alone: npm test -- ${short(file)}${chosen ? ` --name=${quoted(chosen.name)}` : ''}`)
  console.log('')
}

function tellFile(
  title: string,
  { start, ended = performance.now(), counts, notes }: Running,
  printed: string[],
): void {
  const { passed, failed, skipped } = counts
  const parts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  tell(failed === 0, `${title}: ${parts.filter(Boolean).join(', ')}`, ended - start)
  for (const note of notes) console.log(`      ${note}`)
  if (failed > 0 && printed.length > 0) console.log(`    it printed:\n${indent(printed.join('').slice(-20_000))}`)
}

/** Removes stack lines in Node's own files. */
const withoutRunner = (text: string): string =>
  text.replace(/^ +at .*\bnode:internal\/.*?( \{)?\n/gm, (_, brace?: string) => (brace ? '  {\n' : ''))

/** Quotes a name for a POSIX shell. */
const quoted = (name: string): string => `'${name.replaceAll("'", `'\\''`)}'`

const short = (file: string): string => relative(process.cwd(), file)
