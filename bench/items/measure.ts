import type { Installation } from '../installation.ts'
import { circumstances } from '../machine.ts'
import { openSetup, runOf } from '../operations.ts'
import type { Options } from '../options.ts'
import { type Measured, pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import { setUp } from '../setup.ts'
import { type Imported, importItems, type Latency, latenciesWhile } from './import.ts'
import { answerAll, type ListRate, measureLists } from './lists.ts'
import type { Site } from './site.ts'

const offers = 2_000
const few = 1_000
const many = 1_000_000
const quickMany = 20_000

/** Measures an import of a million items beside other requests, and lists of a thousand and of a million. */
export async function measureItems(installation: Installation, options: Options, stop: AbortSignal): Promise<Measured> {
  const wanted = { ...options, executors: Math.min(options.executors, offers) }
  const setup = await openSetup(installation, wanted, offers)
  try {
    const server = await installation.serve([])
    const site: Site = { setup, server, key: setup.facts.keys[0] ?? '' }
    setup.client.send({ facts: setup.facts, publicUrl: server.address })
    await setUp(installation.db, setup.facts, 'free', offers)
    // The first seconds of a process are slower.
    await latenciesWhile(site, async () => {})
    const alone = await latenciesWhile(site, async () => {})
    const imports: Imported[] = []
    const lists: ListRate[] = []
    for (const items of [few, options.quick ? quickMany : many]) {
      stop.throwIfAborted()
      const imported = await importItems(site, items)
      imports.push(imported)
      await answerAll(site, imported)
      lists.push(...(await measureLists(site, imported, wanted.seconds * 2)))
    }
    const report = {
      circumstances: await circumstances(installation.db),
      options: runOf(wanted),
      alone,
      imports,
      lists,
    }
    return { report, markdown: markdownOf(report), isWell: true }
  } finally {
    setup.client.kill()
  }
}

type Report = Parameters<typeof pageOf>[0] & {
  readonly alone: readonly Latency[]
  readonly imports: readonly Imported[]
  readonly lists: readonly ListRate[]
}

const head = [
  'items',
  'stored after s',
  'there after s',
  'MiB more: server',
  'PostgreSQL',
  'others: p50 ms',
  'p99 ms, worst 5 s',
]
const listHead = ['list', 'items', 'pages/s']

function markdownOf(report: Report): string {
  const worst = (latencies: readonly Latency[]) => [
    fine(Math.max(...latencies.map(({ p50 }) => p50))),
    fine(Math.max(...latencies.map(({ p99 }) => p99))),
  ]
  const lines = report.imports.map((each) => [
    whole(each.items),
    fine(each.storedSeconds),
    fine(each.seconds),
    fine(each.serverCpuSeconds),
    fine(each.databaseCpuSeconds),
    whole(each.serverMiB),
    whole(each.databaseMiB),
    ...worst(each.beside),
  ])
  const none = ['none', '–', '–', '–', '–', '–', '–', ...worst(report.alone)]
  const rates = report.lists.map(({ list, items, perSecond }) => [list, whole(items), whole(perSecond)])
  const about = `CSV files with 300 bytes for each item, sent to \`POST /v1/tasks/{id}/imports\` of a draft, against \`serve\` in production with the
embedded database and its jobs. Beside them, 100 other requests a second: lists, drafts, reserves and balances. Then one accepted answer for each
item is written by SQL, and 8 clients go from page to page of 50.`
  return pageOf(report, {
    of: 'items',
    about,
    tables: [
      [head, [none, ...lines], 'Imports.'],
      [listHead, rates, 'Lists.'],
    ],
  })
}
