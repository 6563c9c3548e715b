import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { urlHere } from '../../platform/listening.ts'
import { fillDemo } from '../demo/demo.ts'
import { type Installation, openInstallation } from '../installation.ts'
import { openObservabilityOfAll } from '../observability.ts'
import { shareGate } from '../sandbox/gates.ts'
import { configWithPort, listeningMessage, mustBeFree, readyAt, type ServeOptions } from './serve.ts'
import { openUnlessStopped, stopInTime, stopSecondsMax, stopSignal, unlessStopped } from './stop.ts'

/** A process that ran for less than this is restarted only after a pause. */
const shortLifeMs = 5_000
const pauseMs = 1_000
/** The embedded database allows 200 connections; some are left for commands and this process. */
const embeddedConnectionsMax = 180
/** Additional connections of each server: for the rate limit counter, /readyz and, if enabled, metrics. */
const extraConnections = ({ metricsPort }: Config): number => (metricsPort === undefined ? 2 : 3)

/** Each open sandbox has up to six; the process of the sandboxes has four more. */
const sandboxConnections = ({ sandboxes, sandboxesOpenMax }: Config): number =>
  sandboxes ? 6 * sandboxesOpenMax + 4 : 0

/** The child processes, and whether they should stop. */
type ProcessGroup = {
  readonly all: Set<Worker>
  readonly config: Config
  readonly log: Installation['logger']
  readonly sandboxes: ReturnType<typeof shareGate>
  isStopping: boolean
}

/** Serves with several processes on one port. This one answers no requests; it replaces processes that end, and stops them all. */
export async function serveProcesses(count: number, { jobs, demo, say }: ServeOptions): Promise<void> {
  const stopped = stopSignal()
  const config = await configWithPort(demo)
  mustFit(count, config)
  await mustBeFree(config)
  const installation = await openUnlessStopped(stopped, openInstallation(config))
  if (!installation) return
  const sandboxes = shareGate(installation)
  const group: ProcessGroup = {
    all: new Set<Worker>(),
    config,
    log: installation.logger,
    sandboxes,
    isStopping: false,
  }
  let closeObservability = async () => {}
  try {
    closeObservability = await openObservabilityOfAll(config)
    const address = urlHere(config.host, config.port)
    const start = async () => {
      await startServing(count, group)
      return demo ? fillDemo(installation.ctx, address, installation.logger, say) : ''
    }
    const filled = await unlessStopped(stopped, start())
    if (filled !== undefined) {
      if (jobs) keepRunning(group, ['work'])
      say(`${readyAt(address, config)} with ${count} processes`)
    }
    await stopped
  } finally {
    await stopAll(group)
    const close = async () => {
      await sandboxes.close()
      await closeObservability()
      await installation.close()
    }
    await stopInTime(close())
  }
}

function mustFit(count: number, config: Config): void {
  const { databaseUrl, databaseConnectionsMax } = config
  const wanted = (count + 1) * (databaseConnectionsMax + extraConnections(config)) + sandboxConnections(config)
  if (databaseUrl || wanted <= embeddedConnectionsMax) return
  throw new Error(
    `${count} processes with DATABASE_CONNECTIONS_MAX ${databaseConnectionsMax} may need ${wanted} connections, and the ` +
      `embedded database has ${embeddedConnectionsMax} for them. Set DATABASE_CONNECTIONS_MAX lower, or DATABASE_URL.`,
  )
}

/** Resolves when all processes listen. Rejects if one cannot: the program then does not start. */
async function startServing(count: number, group: ProcessGroup): Promise<void> {
  const serving = ['serve', '--no-jobs']
  const first = Array.from({ length: count }, () => fork(group, serving))
  await Promise.all(first.map(untilListening))
  // A stop signal received meanwhile ends them.
  if (group.isStopping) return
  // One may have ended while the others were starting.
  for (const child of first) keepRunning(group, serving, child.isDead() ? undefined : child)
}

const untilListening = (child: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    child.on('message', (message) => message === listeningMessage && resolve())
    child.once('exit', () => reject(new Error('A server process could not start; see its output above.')))
  })

function fork({ all, config, sandboxes }: ProcessGroup, words: readonly string[]): Worker {
  const { port, tasksPort, operatorSecondFactor, payoutAccountWaitHours: waitHours } = config
  cluster.setupPrimary({ exec: process.argv[1] as string, args: [...words] })
  const child = cluster.fork({
    PORT: String(port),
    TASKS_PORT: String(tasksPort),
    OPERATOR_SECOND_FACTOR: operatorSecondFactor ? 'on' : 'off',
    PAYOUT_ACCOUNT_WAIT_HOURS: String(waitHours),
  })
  all.add(child)
  sandboxes.serve(child)
  child.once('exit', () => all.delete(child))
  return child
}

/** Replaces the process when it ends, unless all are stopping. */
function keepRunning(group: ProcessGroup, words: readonly string[], child = fork(group, words)): void {
  const ranMs = stopwatch()
  child.once('exit', async (code, signal) => {
    if (group.isStopping) return
    group.log.error({ pid: child.process.pid, command: words[0], code, signal }, 'process ended; starting another')
    if (ranMs() < shortLifeMs) await setTimeout(pauseMs)
    if (!group.isStopping) keepRunning(group, words)
  })
}

/** Lets each process finish its accepted requests. Kills processes that take too long. */
async function stopAll(group: ProcessGroup): Promise<void> {
  group.isStopping = true
  const left = [...group.all]
  const ended = Promise.all(left.map((child) => new Promise((resolve) => child.once('exit', resolve))))
  const signal = (name: NodeJS.Signals) => group.all.forEach((child) => void child.process.kill(name))
  signal('SIGTERM')
  const limit = globalThis.setTimeout(() => signal('SIGKILL'), stopSecondsMax * 1_000)
  await ended
  clearTimeout(limit)
}
