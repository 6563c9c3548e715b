import cluster from 'node:cluster'
import type { ListenOptions } from 'node:net'
import type { FastifyListenOptions } from 'fastify'
import { createApi } from '../../api.ts'
import { type Config, environment, readConfig } from '../../platform/config/config.ts'
import type { Api } from '../../platform/http/api.ts'
import { reportTo } from '../../platform/jobs/failing-jobs.ts'
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts'
import { createWakeup } from '../../platform/jobs/wakeup.ts'
import { freePort, listenOnce, type Place, refusedPort } from '../../platform/listening.ts'
import { createTaskPages } from '../../task-pages.ts'
import { ownSchedule, schedule } from '../../worker.ts'
import { fillDemo } from '../demo/demo.ts'
import { openInstallation } from '../installation.ts'
import { openObservability } from '../observability.ts'
import { openGate, sandboxJobs } from '../sandbox/gates.ts'
import { openUnlessStopped, stopInTime, stopSignal, unlessStopped } from './stop.ts'

export type ServeOptions = { readonly jobs: boolean; readonly demo?: boolean; readonly say: (text: string) => void }

/** Serves the API, and runs the jobs unless another process does, until a stop signal. */
export async function serve({ jobs, demo, say }: ServeOptions): Promise<void> {
  const stopped = stopSignal()
  const installation = await openUnlessStopped(stopped, openInstallation(await configWithPort(demo)))
  if (!installation) return
  const { ctx, logger } = installation
  const wakeup = createWakeup()
  const closeObservability = await openObservability(installation, jobs)
  const sandboxes = openGate(installation)
  const api = createApi({ ...ctx, logger, wakeup, sandboxes })
  const taskPages = createTaskPages({ ...ctx, logger })
  let running: Jobs | undefined
  const stop = async () => {
    await Promise.all([api.close(), taskPages.close()])
    await sandboxes?.close()
    await running?.stop()
    await closeObservability()
    await installation.close()
  }
  try {
    await listen(taskPages, placeOfTasks(ctx.config), 'TASKS_PORT')
    const address = await listen(api, ctx.config, 'PORT')
    process.send?.(listeningMessage)
    const filled = demo ? await unlessStopped(stopped, fillDemo(ctx, address, logger, say)) : ''
    if (filled !== undefined) {
      const options = { wakeup, report: reportTo(ctx.db, logger) }
      const all = [...ownSchedule, ...schedule, ...sandboxJobs(installation)]
      running = startJobs(jobs ? all : ownSchedule, ctx, logger, options)
      say(readyAt(address, ctx.config))
    }
  } catch (error) {
    await stop()
    throw error
  }
  await stopped
  await stopInTime(stop())
}

export const readyAt = (address: string, { publicUrl }: Config): string =>
  `Task Marketplace, console and API, is ready at ${address}${publicUrl === address ? '' : ` (${publicUrl})`}`

/** Links contain the port: for port 0, a free one is chosen first. Operators of a demo sign in with the password that it prints, and pay out at once. */
export async function configWithPort(demo = false): Promise<Config> {
  const given: ReturnType<typeof environment> = {
    ...environment(),
    ...(demo ? { OPERATOR_SECOND_FACTOR: 'off', PAYOUT_ACCOUNT_WAIT_HOURS: '0' } : {}),
  }
  const config = readConfig(given)
  const withPort = config.port === 0 ? { ...given, PORT: String(await listenOnce(config)) } : given
  return given['TASKS_PORT'] || given['TASKS_URL']
    ? readConfig(withPort)
    : readConfig({ ...withPort, TASKS_PORT: String(await freeTasksPort(readConfig(withPort))) })
}

const placeOfTasks = ({ host, tasksPort }: Config): Place => ({ host, port: tasksPort })

/** Returns the next port after PORT or, if it is taken, a free one: nobody has written its number down. */
const freeTasksPort = (config: Config): Promise<number> => freePort(placeOfTasks(config))

/** Throws if a port is in use: with a shared port, the kernel would also share it with another installation. */
export async function mustBeFree(config: Config): Promise<void> {
  await listenOnce(config).catch(refusing(config, 'PORT'))
  await listenOnce(placeOfTasks(config)).catch(refusing(placeOfTasks(config), 'TASKS_PORT'))
}

/** Message from a server process to the first process. */
export const listeningMessage = 'listening'

/**
 * Each process listens on the same port, so that the kernel distributes connections and closes those of a killed process. With a
 * socket passed on by the first process, they would hang. Linux only.
 */
const reusePort = cluster.isWorker && process.platform === 'linux'

function listen(api: Api, { host, port }: Place, setting: string): Promise<string> {
  const options: ListenOptions = { host, port, reusePort }
  return api.listen(options as FastifyListenOptions).catch(refusing({ host, port }, setting))
}

const refusing =
  (at: Place, setting: string) =>
  (error: Error): never => {
    throw refusedPort(error, at, setting)
  }

/** Runs only the jobs, while other processes serve. */
export async function work(say: (text: string) => void): Promise<void> {
  const stopped = stopSignal()
  const installation = await openUnlessStopped(stopped, openInstallation())
  if (!installation) return
  const closeObservability = await openObservability(installation, true)
  const { ctx, logger } = installation
  const jobs = [...schedule, ...sandboxJobs(installation)]
  const running = startJobs(jobs, ctx, logger, { report: reportTo(ctx.db, logger) })
  const stop = async () => {
    await running.stop()
    await closeObservability()
    await installation.close()
  }
  say('The worker of Task Marketplace is running.')
  await stopped
  await stopInTime(stop())
}
