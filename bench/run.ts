import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureEdge } from './edge/measure.ts'
import { type Installation, openInstallation } from './installation.ts'
import { measureOperations } from './operations.ts'
import { type Options, type Part, readOptions, usage } from './options.ts'
import type { Measured } from './report.ts'
import { measureWebhooks } from './webhooks/measure.ts'

// The terminal tells everybody at once that it is over; what is measured breaks off, and everything is tidied up.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

type Measure = (installation: Installation, wanted: Options, stop: AbortSignal) => Promise<Measured>
const measures: Readonly<Record<Part, Measure>> = {
  operations: measureOperations,
  edge: measureEdge,
  webhooks: measureWebhooks,
}

const options = readOptions(process.argv.slice(2))
if (options) await run(options).catch(unlessStopped)
else {
  console.error(usage)
  process.exitCode = 2
}

/** Each part on an installation of its own, so that none finds what another left behind. */
async function run(wanted: Options): Promise<void> {
  for (const part of wanted.parts) {
    const installation = await openInstallation()
    try {
      const measured = await measures[part](installation, wanted, stop.signal)
      console.log(`\n${measured.markdown}`)
      if (part !== 'operations' || wanted.words.length === 0) write(part, measured)
      if (!measured.isWell) process.exitCode = 1
    } finally {
      await installation.close()
    }
  }
}

function unlessStopped(error: unknown): void {
  if (!stop.signal.aborted) throw error
  console.error('Stopped before the end.')
  process.exitCode = 130
}

function write(part: Part, { report, markdown }: Measured): void {
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const { day, commit } = report.circumstances
  const file = join(folder, `${day}-${commit}${part === 'operations' ? '' : `-${part}`}`)
  writeFileSync(`${file}.md`, markdown)
  writeFileSync(`${file}.json`, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${file}.md and .json`)
}
