import { join } from 'node:path'
import type { Order } from '../client.ts'
import { type Installation, profiling, type Served as Server } from '../installation.ts'
import { circumstances } from '../machine.ts'
import { measureServer, type Served } from '../measure.ts'
import { complain, loadOf, openSetup, runOf } from '../operations.ts'
import type { Options } from '../options.ts'
import type { Load } from '../pgbench.ts'
import type { Measured } from '../report.ts'
import type { Work } from '../scenario.ts'
import { setUp } from '../setup.ts'
import { cellsOf, markdownOf, type Row } from './report.ts'
import { countedWork, keyedWork } from './work.ts'

/** One variant: the server, and whether an Idempotency-Key is sent. */
type Variant = { readonly server: Server; readonly isKeyed: boolean }
type Task = {
  readonly of: Row['of']
  readonly work: Work
  readonly without: Variant
  readonly with: Variant
  /** Whether the tables must be reset before each measurement. */
  readonly usesUp: boolean
}

const warmClients = 32
const warmSeconds = 0.5
/** Executors and offers: enough for a short measurement, and quick to reset. */
const most = 8_000

/** Measures the same requests with and without an Idempotency-Key, and with and without rate limits, in turns. */
export async function measureMiddleware(
  installation: Installation,
  options: Options,
  stop: AbortSignal,
): Promise<Measured> {
  const wanted = { ...options, executors: Math.min(options.executors, most) }
  const setup = await openSetup(installation, wanted, most)
  try {
    const counting = await installation.serve(profiling(wanted.profile))
    const plain = await installation.serve(['--import', join(import.meta.dirname, 'uncounted.ts')])
    setup.client.send({ facts: setup.facts, publicUrl: counting.address })
    const tasks = tasksOf(counting, plain)
    for (const task of tasks) await warm(setup, task, { ...loadOfSide(wanted, warmClients), seconds: 1 }, stop)
    const rows: Row[] = []
    for (const clients of wanted.clients) {
      for (const task of tasks) {
        rows.push(await measureRow(setup, task, loadOfSide(wanted, clients), wanted.rounds, stop))
      }
    }
    const report = {
      circumstances: await circumstances(installation.db),
      options: { ...runOf(wanted), offers: most, warmSeconds },
      rows,
    }
    const served = rows.flatMap((row) => [...row.without, ...row.with])
    const isWell = served.every(({ unexpected }) => Object.keys(unexpected).length === 0)
    return { report, markdown: markdownOf(report), isWell }
  } finally {
    setup.client.kill()
  }
}

const loadOfSide = (wanted: Options, clients: number): Load => ({ ...loadOf(wanted, clients), warmSeconds })

function tasksOf(counting: Server, plain: Server): Task[] {
  const counted = { server: counting, isKeyed: false }
  return [
    ...keyedWork.map((work) => ({
      of: 'Idempotency-Key' as const,
      work,
      without: counted,
      with: { ...counted, isKeyed: true },
      usesUp: true,
    })),
    ...countedWork.map((work) => ({
      of: 'limits' as const,
      work,
      without: { ...counted, server: plain },
      with: counted,
      usesUp: false,
    })),
  ]
}

/** Warms up both servers, so that the later one has no advantage. */
async function warm(setup: Setup, task: Task, load: Load, stop: AbortSignal): Promise<void> {
  for (const side of ['without', 'with'] as const) {
    stop.throwIfAborted()
    await measureOne(setup, task, side, load)
  }
}

type Setup = Awaited<ReturnType<typeof openSetup>>

/** Reverses the order every second round, so that changes of the machine affect both. */
async function measureRow(setup: Setup, task: Task, load: Load, rounds: number, stop: AbortSignal): Promise<Row> {
  const found = { without: [] as Served[], with: [] as Served[] }
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      stop.throwIfAborted()
      found[side].push(await measureOne(setup, task, side, load))
    }
  }
  const row = { of: task.of, name: task.work.name, clients: load.clients, ...found }
  console.log([row.of, ...cellsOf(row)].join('  '))
  for (const served of [...row.without, ...row.with]) complain(served)
  return row
}

async function measureOne(setup: Setup, { work, usesUp, ...task }: Task, side: 'without' | 'with', load: Load) {
  const { installation, facts, client, postmaster } = setup
  const { server, isKeyed } = task[side]
  if (usesUp && work.setup) await setUp(installation.db, facts, work.setup, load.places)
  const order: Order = { name: work.name, load, isKeyed }
  return measureServer({ client, postmaster }, { address: server.address, pid: server.server.pid ?? 0 }, order)
}
