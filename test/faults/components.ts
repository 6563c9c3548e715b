import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Ends, newDirectory } from '../support/embedded-postgres/fixtures.ts'
import { openReceiver, type Receiver } from '../support/fakes/receiver.ts'
import { freePort } from '../support/ports.ts'
import { newInstallation, type Program, type TestInstallation, wrongClock } from '../support/program.ts'
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts'
import { createDisturbanceTracker, type DisturbanceTracker } from './disturbances.ts'
import { openPostgres, type Postgres } from './postgres.ts'
import { type FaultProxy, openProxy } from './proxy.ts'

/** A program in its own process, which can be killed, frozen, and restarted with a wrong clock. */
export type Component = {
  readonly disturbances: DisturbanceTracker
  start(skewMs?: number): Promise<void>
  kill(): Promise<void>
  freeze(): void
  wake(): void
  /** Returns its output since the last start. */
  output(): string
}

/** A node as clients reach it, through its own proxy. */
export type NodeAddress = { readonly url: string; readonly disturbances: DisturbanceTracker }

export type Components = {
  readonly postgres: Postgres
  readonly redis: RedisServer | undefined
  readonly receiver: Receiver
  readonly nodes: readonly Component[]
  readonly workers: readonly Component[]
  /** The proxies between parts, by name. */
  readonly proxies: ReadonlyMap<string, FaultProxy>
  readonly nodeAddresses: readonly NodeAddress[]
  readonly hooks: string
  readonly dataDir: string
  /** Moves the clock of the whole market: restarts every program with it. */
  jump(ms: number): Promise<void>
  settings(): Readonly<Record<string, string>>
}

/** Deadlines longer than a run, and short retries, because their number matters here. */
export const terms = {
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RETRY_SECONDS: `0${',1'.repeat(9)}${',3'.repeat(10)}`,
  DATABASE_CONNECTIONS_MAX: '8',
  RESERVATION_SECONDS: '604800',
  REVIEW_SECONDS: '1814400',
  REWORK_SECONDS: '1209600',
  SOFT_HOLD_SECONDS: '0',
  COOL_DOWN_AFTER: '1000',
  COOL_DOWN_SECONDS: '0',
  TOO_FAST_SECONDS: '0',
  REJECTION_PERCENT_MAX: '100',
  REJECTIONS_AT_ONCE_MAX: '1000',
  ACTIVE_RESERVATIONS_MAX: '100',
  CLEARING_SECONDS: '2',
  WITHDRAWAL_MINIMUM: '1',
}

const sharedSettings = (dataDir: string): Record<string, string> => ({
  ...terms,
  DATA_DIR: dataDir,
  SECRET_KEY: randomBytes(32).toString('hex'),
  CLOCK_OFFSET_MS: '0',
})

/** Creates named proxies between parts. Returns the port that leads to the target. */
function network(t: Ends) {
  const proxies = new Map<string, FaultProxy>()
  const wire = async (name: string, port: number): Promise<number> => {
    const proxy = await openProxy(port)
    proxies.set(name, proxy)
    t.after(() => proxy.close())
    return proxy.port
  }
  return { proxies, wire }
}

/** Starts two nodes, two workers, PostgreSQL, Redis and a receiver, with a proxy between any two. */
export async function startComponents(t: Ends): Promise<Components> {
  const [postgres, receiver, dataDir] = [await openPostgres(t), await openReceiver(), newDirectory(t, 'data')]
  await postgres.start()
  const redis = withoutRedis === false ? await startRedis() : undefined
  const { proxies, wire } = network(t)
  const hooks = `http://127.0.0.1:${await wire('hooks', portOf(receiver.url))}/hooks`
  const shared = sharedSettings(dataDir)
  const program = async (name: string, start: Start, isNode: boolean): Promise<Component> => {
    const database = await wire(`database-${name}`, postgres.port)
    const as = (role: string) => `postgresql://${role}@127.0.0.1:${database}/market`
    // The owner runs the migrations; the program uses a role with fewer privileges.
    const own: Record<string, string> = { DATABASE_URL: as('market_app'), DATABASE_DIRECT_URL: as('market') }
    if (redis && isNode) own['REDIS_URL'] = `redis://127.0.0.1:${await wire(`redis-${name}`, portOf(redis.url))}`
    return programComponent(t, { shared, own, start })
  }
  const [nodes, workers, nodeAddresses]: [Component[], Component[], NodeAddress[]] = [[], [], []]
  for (const name of ['node1', 'node2']) {
    const port = await freePort()
    const component = await program(name, (installation) => installation.serve(port, '--no-jobs'), true)
    nodes.push(component)
    nodeAddresses.push({
      url: `http://127.0.0.1:${await wire(`clients-${name}`, port)}`,
      disturbances: component.disturbances,
    })
  }
  shared['PUBLIC_URL'] = nodeAddresses[0]?.url ?? ''
  const work = (installation: TestInstallation) => installation.work(Number(shared['CLOCK_OFFSET_MS']) / 1000)
  for (const name of ['worker1', 'worker2']) workers.push(await program(name, work, false))
  const programs = [...nodes, ...workers]
  const jump = async (ms: number) => {
    shared['CLOCK_OFFSET_MS'] = String(Number(shared['CLOCK_OFFSET_MS']) + ms)
    await Promise.all(programs.map((component) => component.kill()))
    await Promise.all(programs.map((component) => component.start()))
  }
  const settings = () => ({ ...shared, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' })
  return { postgres, redis, receiver, nodes, workers, proxies, nodeAddresses, hooks, dataDir, jump, settings }
}

const portOf = (url: string): number => Number(new URL(url).port)

type Start = (installation: TestInstallation) => Promise<Program>
type ComponentOptions = {
  readonly shared: Readonly<Record<string, string>>
  readonly own: Readonly<Record<string, string>>
  readonly start: Start
}
const pauseMs = 200
const attemptsMax = 100

export function programComponent(t: Ends, { shared, own, start }: ComponentOptions): Component {
  // Read at each start, because shared settings may have changed.
  const env: Record<string, string> = {}
  const installation = newInstallation(t, env)
  const disturbances = createDisturbanceTracker()
  let running: Program | undefined
  let isBack: (() => void) | undefined
  const startOnce = async (): Promise<Program | undefined> => start(installation).catch(() => undefined)
  return {
    disturbances,
    start: async (skewMs = 0) => {
      Object.assign(env, shared, own, wrongClock(skewMs))
      // A program ends if its database is unavailable; it is restarted, as a service manager would.
      for (let attempt = 0; !running?.isRunning(); attempt++) {
        if (attempt === attemptsMax) throw new Error('a program does not start')
        if (attempt > 0) await setTimeout(pauseMs)
        running = await startOnce()
      }
      isBack?.()
    },
    kill: async () => {
      isBack = disturbances.disturb()
      await running?.end('SIGKILL')
    },
    freeze: () => {
      isBack = disturbances.disturb()
      if (running) process.kill(running.pid, 'SIGSTOP')
    },
    wake: () => {
      if (running) process.kill(running.pid, 'SIGCONT')
      isBack?.()
    },
    output: () => running?.output() ?? '',
  }
}
