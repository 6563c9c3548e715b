import { createServer } from 'node:net'
import { createApi } from '../api.ts'
import { createBell } from '../platform/bell.ts'
import { stopwatch } from '../platform/clock.ts'
import { type Config, environment, readConfig } from '../platform/config.ts'
import { type Jobs, startJobs } from '../platform/jobs.ts'
import { schedule } from '../worker.ts'
import { fillDemo } from './demo.ts'
import { openInstallation } from './open.ts'

/** Whoever sent the signal has most often ten seconds of patience, and then kills. */
const stopSecondsMax = 9
const impatientMs = 1000

export type ServeOptions = { readonly jobs: boolean; readonly demo?: boolean; readonly say: (text: string) => void }

/** Serves the API, and does the jobs unless another process does, until the process is told to stop. */
export async function serve({ jobs, demo, say }: ServeOptions): Promise<void> {
  const installation = await openInstallation(await configWithPort())
  const { ctx, logger } = installation
  const bell = createBell()
  const api = createApi({ ...ctx, logger, bell })
  let working: Jobs | undefined
  const stop = async () => {
    await api.close()
    await working?.stop()
    await installation.close()
  }
  // From the first request on, what was accepted is finished.
  const told = untilStopped()
  try {
    const address = await listen(api, ctx.config)
    if (demo) say(await fillDemo(ctx, address))
    if (jobs) working = startJobs(schedule, ctx, logger, bell)
    say(
      `Task Marketplace, console and API, is ready at ${address}${ctx.config.publicUrl === address ? '' : ` (${ctx.config.publicUrl})`}`,
    )
  } catch (error) {
    await stop()
    throw error
  }
  await told
  await bounded(stop())
}

/** Links carry the port: where any will do, one is found before they are made. */
async function configWithPort(): Promise<Config> {
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

async function listen(api: ReturnType<typeof createApi>, config: Config): Promise<string> {
  try {
    return await api.listen({ host: config.host, port: config.port })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(`Port ${config.port} of ${config.host} is taken by another program. Set PORT to another one.`)
  }
}

/** Does the jobs alone, beside one or more processes that serve. */
export async function work(say: (text: string) => void): Promise<void> {
  const installation = await openInstallation()
  const told = untilStopped()
  const working = startJobs(schedule, installation.ctx, installation.logger)
  say('The worker of Task Marketplace is running.')
  await told
  await bounded(working.stop().then(() => installation.close()))
}

/** Ctrl-C arrives twice where npm started the program: a second signal ends it at once only when it comes later. */
const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    const since = stopwatch()
    let first: number | undefined
    const told = () => {
      if (first !== undefined && since() - first > impatientMs) process.exit(1)
      first ??= since()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, told)
  })

/** A client that keeps its connection busy must not keep the program from ending. */
async function bounded(stopping: Promise<void>): Promise<void> {
  const late = setTimeout(() => process.exit(0), stopSecondsMax * 1000)
  late.unref()
  await stopping
}
