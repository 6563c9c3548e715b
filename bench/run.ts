import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { measureBulk } from './bulk/measure.ts'
import { measureCompare } from './compare/measure.ts'
import { measureConsole } from './console/measure.ts'
import { measureWalk } from './console/walk.ts'
import { measureGoals } from './goals.ts'
import { inInstallation } from './installation.ts'
import { measureItems } from './items/measure.ts'
import { measureOfferIndex } from './offer-index/measure.ts'
import { type Options, type Part, readOptions, usage } from './options.ts'
import { measureOverload } from './overload/measure.ts'
import { measureQuality } from './quality/measure.ts'
import type { Measured } from './report.ts'
import { measureWebhooks } from './webhooks/measure.ts'

// Ctrl-C reaches all processes; measuring stops, and everything is cleaned up.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

type Measure = (wanted: Options, stop: AbortSignal) => Promise<Measured>
const measures: Readonly<Record<Part, Measure>> = {
  goals: measureGoals,
  'offer-index': (wanted) => inInstallation((installation) => measureOfferIndex(installation, wanted)),
  compare: (...asked) => inInstallation((installation) => measureCompare(installation, ...asked)),
  console: (...asked) => inInstallation((installation) => measureConsole(installation, ...asked)),
  walk: (...asked) => inInstallation((installation) => measureWalk(installation, ...asked)),
  overload: (...asked) => inInstallation((installation) => measureOverload(installation, ...asked)),
  bulk: (...asked) => inInstallation((installation) => measureBulk(installation, ...asked)),
  items: (...asked) => inInstallation((installation) => measureItems(installation, ...asked)),
  quality: (wanted) => inInstallation((installation) => measureQuality(installation, wanted)),
  webhooks: (...asked) => inInstallation((installation) => measureWebhooks(installation, ...asked)),
}

const options = readOptions(process.argv.slice(2))
if (options) await run(options).catch(unlessStopped)
else {
  console.error(usage)
  process.exitCode = 2
}

async function run(wanted: Options): Promise<void> {
  for (const part of wanted.parts) {
    const measured = await measures[part](wanted, stop.signal)
    console.log(`\n${measured.markdown}`)
    if (isKept(part, wanted)) write(part, measured)
    if (!measured.isWell) process.exitCode = 1
  }
}

/** Partial or quick runs of the goals, and quick consoles and items, are not stored. */
function isKept(part: Part, { words, quick }: Options): boolean {
  if (part === 'console' || part === 'items') return !quick
  return part !== 'goals' || (words.length === 0 && !quick)
}

function unlessStopped(error: unknown): void {
  if (!stop.signal.aborted) throw error
  console.error('Stopped before the end.')
  process.exitCode = 130
}

function write(part: Part, { report, markdown, chart, withChart }: Measured): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const { day, commit } = report.circumstances
  const file = join(folder, `${day}-${commit}${part === 'goals' ? '' : `-${part}`}`)
  writeFileSync(`${file}.md`, withChart?.(`${basename(file)}.svg`) ?? markdown)
  if (chart) writeFileSync(`${file}.svg`, chart)
  writeFileSync(`${file}.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${file}.md and .json`)
}
