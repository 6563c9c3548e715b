import cluster, { type Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { urlHere } from '../../platform/listening.ts'
import { fillDemo } from '../demo/demo.ts'
import { type Installation, openInstallation } from '../installation.ts'
import { openObservabilityOfAll } from '../observability.ts'
import { configWithPort, listensNow, mustBeFree, readyAt, type ServeOptions } from './serve.ts'
import { bounded, openedUnlessTold, stopSecondsMax, unlessTold, untilStopped } from './stop.ts'

/** One that ends sooner than this after its start is started again only after a pause. */
const shortLifeMs = 5_000
const pauseMs = 1_000
/** The embedded database takes 200 connections. Of these, commands and this process need some. */
const embeddedConnectionsMax = 180
/** Each server has connections more, for counting requests, for /readyz and, where they are shown, for metrics. */
const extraConnections = ({ metricsPort }: Config): number => (metricsPort === undefined ? 2 : 3)

/** The processes of this program that it has started, and whether they shall end. */
type Family = {
  readonly all: Set<Worker>
  readonly port: number
  readonly log: Installation['logger']
  isStopping: boolean
}

/**
 * Serves with several processes at one address, for the cores of one machine: this one answers nobody, prepares what they
 * share, starts again whichever of them ends, and tells them when to stop. The jobs are done by one more process.
 */
export async function serveProcesses(count: number, { jobs, demo, say }: ServeOptions): Promise<void> {
  const told = untilStopped()
  const config = await configWithPort()
  mustFit(count, config)
  await mustBeFree(config)
  const installation = await openedUnlessTold(told, openInstallation(config))
  if (!installation) return
  const family: Family = { all: new Set(), port: config.port, log: installation.logger, isStopping: false }
  let closeObservability = async () => {}
  try {
    closeObservability = await openObservabilityOfAll(config)
    const address = urlHere(config.host, config.port)
    const begin = async () => {
      await startServing(count, family)
      return demo ? fillDemo(installation.ctx, address) : ''
    }
    const filled = await unlessTold(told, begin())
    if (filled) say(filled)
    if (filled !== undefined) {
      if (jobs) keep(family, ['work'])
      say(`${readyAt(address, config)} with ${count} processes`)
    }
    await told
  } finally {
    await stopAll(family)
    await bounded(closeObservability().then(() => installation.close()))
  }
}

function mustFit(count: number, config: Config): void {
  const { databaseUrl, databaseConnectionsMax } = config
  const wanted = (count + 1) * (databaseConnectionsMax + extraConnections(config))
  if (databaseUrl || wanted <= embeddedConnectionsMax) return
  throw new Error(
    `${count} processes with DATABASE_CONNECTIONS_MAX ${databaseConnectionsMax} may need ${wanted} connections, and the ` +
      `embedded database has ${embeddedConnectionsMax} for them. Set DATABASE_CONNECTIONS_MAX lower, or DATABASE_URL.`,
  )
}

/** All of them listen when it has ended; one that cannot, at the start, is a reason not to start. */
async function startServing(count: number, family: Family): Promise<void> {
  const serving = ['serve', '--no-jobs']
  const first = Array.from({ length: count }, () => fork(family, serving))
  await Promise.all(first.map(untilListening))
  // Told to stop when the last of them began to listen, they end.
  if (family.isStopping) return
  // One may have ended while the others were still starting.
  for (const child of first) keep(family, serving, child.isDead() ? undefined : child)
}

const untilListening = (child: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    child.on('message', (message) => message === listensNow && resolve())
    child.once('exit', () =>
      reject(new Error('A process that should serve could not start; what it said stands above.')),
    )
  })

function fork({ all, port }: Family, words: readonly string[]): Worker {
  cluster.setupPrimary({ exec: process.argv[1] as string, args: [...words] })
  const child = cluster.fork({ PORT: String(port) })
  all.add(child)
  child.once('exit', () => all.delete(child))
  return child
}

/** Starts another one when this one ends, unless all of them shall. */
function keep(family: Family, words: readonly string[], child = fork(family, words)): void {
  const lived = stopwatch()
  child.once('exit', async (code, signal) => {
    if (family.isStopping) return
    family.log.error({ pid: child.process.pid, command: words[0], code, signal }, 'process ended; starting another')
    if (lived() < shortLifeMs) await setTimeout(pauseMs)
    if (!family.isStopping) keep(family, words)
  })
}

/** Each finishes what it has accepted. Whoever takes longer than it may is ended. */
async function stopAll(family: Family): Promise<void> {
  family.isStopping = true
  const left = [...family.all]
  const ended = Promise.all(left.map((child) => new Promise((resolve) => child.once('exit', resolve))))
  const signal = (name: NodeJS.Signals) => family.all.forEach((child) => void child.process.kill(name))
  signal('SIGTERM')
  const patience = new AbortController()
  const late = setTimeout(stopSecondsMax * 1_000, undefined, { signal: patience.signal }).then(
    () => signal('SIGKILL'),
    () => {},
  )
  await ended
  patience.abort()
  await late
}
