import { relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { type Counts, indent, none, tell } from './counts.ts'

export type Limits = { readonly concurrency: number; readonly fileSecondsMax: number }

/** What the runner says of a test, a suite or a whole file, as far as we read it. */
type Told = {
  readonly name: string
  readonly file?: string
  readonly line?: number
  readonly message?: string
  readonly skip?: string | boolean
  readonly todo?: string | boolean
  readonly duration_ms?: number
  readonly details?: { readonly type?: string; readonly duration_ms?: number; readonly error?: RunnerError }
}
type RunnerError = Error & { readonly failureType?: string }
type Event = { readonly type: string; readonly data: Told }

/** One test file while it runs: what it printed is shown only where it fails. */
type Running = {
  readonly start: number
  /** Unset while it runs. What it has to tell may come later: the runner tells file by file, in their order. */
  ended?: number
  readonly counts: Counts
  readonly printed: string[]
  readonly notes: string[]
}

/** Runs the files, each in a process of its own; prints a line for each file and every failure whole. */
export async function runTests(files: readonly string[], limits: Limits, stop: AbortController): Promise<Counts> {
  const total = { ...none }
  const running = new Map<string, Running>()
  const events = run({ files: [...files], concurrency: limits.concurrency, signal: stop.signal })
  const watch = setInterval(() => stopSlow(running, limits, stop), 1000)
  try {
    for await (const event of events) take(event as Event, running, total)
  } finally {
    clearInterval(watch)
  }
  return total
}

/** A file that does not end holds something open: a server, a pool, a timer. It would hold the whole run. */
function stopSlow(running: ReadonlyMap<string, Running>, limits: Limits, stop: AbortController): void {
  const since = performance.now() - limits.fileSecondsMax * 1000
  const slow = [...running].filter(([, { start, ended }]) => !ended && start < since)
  if (slow.length === 0 || stop.signal.aborted) return
  console.log(`FAIL  still running after ${limits.fileSecondsMax} s: ${slow.map(([file]) => short(file)).join(', ')}`)
  stop.abort()
}

function take({ type, data }: Event, running: Map<string, Running>, total: Counts): void {
  const { file } = data
  if (!file) return
  const isWholeFile = data.name === file
  if (type === 'test:dequeue' && isWholeFile) running.set(file, begun())
  const state = running.get(file)
  if (!state) return
  if (type === 'test:complete' && isWholeFile) state.ended = performance.now()
  if (type === 'test:stdout' || type === 'test:stderr') state.printed.push(data.message ?? '')
  if (type === 'test:diagnostic') state.notes.push(data.message ?? '')
  if (type === 'test:pass' || type === 'test:fail') count(type, data, state.counts, total)
  const isOver = type === 'test:summary' || (isWholeFile && (type === 'test:pass' || type === 'test:fail'))
  if (!isOver) return
  running.delete(file)
  tellFile(file, state)
}

const begun = (): Running => ({ start: performance.now(), counts: { ...none }, printed: [], notes: [] })

function count(type: string, data: Told, file: Counts, total: Counts): void {
  const outcome = outcomeOf(type, data)
  if (!outcome) return
  file[outcome]++
  total[outcome]++
  if (outcome === 'failed') tellFailure(data)
}

function outcomeOf(type: string, data: Told): keyof Counts | undefined {
  const isSuite = data.details?.type === 'suite'
  if (data.skip !== undefined || data.todo !== undefined) return isSuite ? undefined : 'skipped'
  // A whole file is told only where it broke outside its tests, or held none: then nothing in it was tried.
  if (type === 'test:pass') return isSuite ? undefined : data.name === data.file ? 'failed' : 'passed'
  return isSuite && data.details?.error?.failureType === 'subtestsFailed' ? undefined : 'failed'
}

function tellFailure({ name, file = '', line, details }: Told): void {
  const isWholeFile = name === file
  console.log(`\n  ✖ ${isWholeFile ? short(file) : `${name} (${short(file)}:${line ?? '?'})`}`)
  if (details?.error) console.log(indent(withoutRunner(inspect(details.error.cause ?? details.error, { depth: 8 }))))
  else console.log(indent('this file holds no test'))
  console.log('')
}

function tellFile(file: string, { start, ended = performance.now(), counts, printed, notes }: Running): void {
  const { passed, failed, skipped } = counts
  const parts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  tell(failed === 0, `${short(file)}: ${parts.filter(Boolean).join(', ')}`, ended - start)
  for (const note of notes) console.log(`      ${note}`)
  if (failed > 0 && printed.length > 0) console.log(`    it printed:\n${indent(printed.join('').slice(-20_000))}`)
}

/** Without the lines of a stack that lead through Node's own files. */
const withoutRunner = (text: string): string =>
  text.replace(/^ +at .*\bnode:internal\/.*?( \{)?\n/gm, (_, brace?: string) => (brace ? '  {\n' : ''))

const short = (file: string): string => relative(process.cwd(), file)
