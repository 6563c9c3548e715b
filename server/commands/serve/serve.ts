import cluster from 'node:cluster'
import { createServer, type ListenOptions } from 'node:net'
import type { FastifyListenOptions } from 'fastify'
import { createApi } from '../../api.ts'
import { type Config, environment, readConfig } from '../../platform/config/config.ts'
import { reportTo } from '../../platform/jobs/failing-jobs.ts'
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts'
import { createWakeup } from '../../platform/jobs/wakeup.ts'
import { refusedPort } from '../../platform/listening.ts'
import { ownSchedule, schedule } from '../../worker.ts'
import { fillDemo } from '../demo/demo.ts'
import { type Installation, openInstallation } from '../installation.ts'
import { openObservability } from '../observability.ts'
import { bounded, openedUnlessTold, unlessTold, untilStopped } from './stop.ts'

export type ServeOptions = { readonly jobs: boolean; readonly demo?: boolean; readonly say: (text: string) => void }

/** Serves the API, and runs the jobs unless another process does, until a stop signal. */
export async function serve({ jobs, demo, say }: ServeOptions): Promise<void> {
  const told = untilStopped()
  const installation = await openedUnlessTold(told, openInstallation(await configWithPort()))
  if (!installation) return
  const { ctx, logger } = installation
  const wakeup = createWakeup()
  const closeObservability = await openObservabilityOf(installation, { jobs })
  const api = createApi({ ...ctx, logger, wakeup })
  let working: Jobs | undefined
  const stop = async () => {
    await api.close()
    await working?.stop()
    await closeObservability()
    await installation.close()
  }
  try {
    const address = await listen(api, ctx.config)
    const filled = demo ? await unlessTold(told, fillDemo(ctx, address)) : ''
    if (filled) say(filled)
    if (filled !== undefined) {
      working = startJobs(jobs ? [...ownSchedule, ...schedule] : ownSchedule, ctx, logger, {
        wakeup,
        report: reportTo(ctx.db, logger),
      })
      say(readyAt(address, ctx.config))
    }
  } catch (error) {
    await stop()
    throw error
  }
  await told
  await bounded(stop())
}

export const readyAt = (address: string, { publicUrl }: Config): string =>
  `Task Marketplace, console and API, is ready at ${address}${publicUrl === address ? '' : ` (${publicUrl})`}`

/** An error in metrics or tracing prevents the start. */
async function openObservabilityOf(
  installation: Installation,
  does: { readonly jobs: boolean },
): Promise<() => Promise<void>> {
  try {
    return await openObservability(installation, does)
  } catch (error) {
    await installation.close()
    throw error
  }
}

/** Links contain the port: for port 0, a free one is chosen first. */
export async function configWithPort(): Promise<Config> {
  const config = readConfig()
  return config.port === 0 ? readConfig({ ...environment(), PORT: String(await freePort(config.host)) }) : config
}

const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

/** Message from one of several processes to the first one. */
export const listensNow = 'it listens now'

/**
 * Each process listens on the same port, so that the kernel distributes connections and closes the connections of a killed process. (With
 * a socket passed on by the first process, they would hang.) Linux only.
 */
const reusePort = cluster.isWorker && process.platform === 'linux'

async function listen(api: ReturnType<typeof createApi>, { host, port }: Config): Promise<string> {
  const options: ListenOptions = { host, port, reusePort }
  const address = await api.listen(options as FastifyListenOptions).catch(refusing({ host, port }))
  process.send?.(listensNow)
  return address
}

/** Throws if the port is in use: with a shared port, the kernel would also share it with another installation. */
export async function mustBeFree({ host, port }: Config): Promise<void> {
  const server = createServer()
  const listening = new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  await listening.catch(refusing({ host, port }))
  await new Promise((resolve) => server.close(resolve))
}

const refusing =
  (at: Pick<Config, 'host' | 'port'>) =>
  (error: Error): never => {
    throw refusedPort(error, at, 'PORT')
  }

/** Runs only the jobs, while other processes serve. */
export async function work(say: (text: string) => void): Promise<void> {
  const told = untilStopped()
  const installation = await openedUnlessTold(told, openInstallation())
  if (!installation) return
  const closeObservability = await openObservabilityOf(installation, { jobs: true })
  const { ctx, logger } = installation
  const working = startJobs(schedule, ctx, logger, { report: reportTo(ctx.db, logger) })
  say('The worker of Task Marketplace is running.')
  await told
  await bounded(stopped([working.stop, closeObservability, installation.close]))
}

async function stopped(parts: readonly (() => Promise<void>)[]): Promise<void> {
  for (const stop of parts) await stop()
}
