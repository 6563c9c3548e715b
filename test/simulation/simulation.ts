import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { type ApiContext, createApi } from '../../server/api.ts'
import { type Config, readConfig } from '../../server/platform/config/config.ts'
import type { Ctx } from '../../server/platform/database/ctx.ts'
import { type Database, openDatabase } from '../../server/platform/database/db.ts'
import type { Api } from '../../server/platform/http/api.ts'
import { logOptions } from '../../server/platform/observability/log.ts'
import { openStorage } from '../../server/platform/storage/storage.ts'
import type { Outside } from '../model/checker.ts'
import type { Asked } from '../model/messages.ts'
import { watchTransitions } from '../model/transitions.ts'
import { createPeople, nothingAcknowledged, pickedMost, priceIn, type World } from '../model/world.ts'
import { type Rng, rngFrom } from '../properties/rng.ts'
import { asOwner, isPrepared, makeDatabase } from '../support/database.ts'
import { secretKey } from '../support/secret-key.ts'
import { type StillClock, startOf, stillClock } from './clock.ts'
import { putFaultsOn, putNoFaultsOn } from './connection-faults.ts'
import { overBrokenDisk } from './files.ts'
import { readIn } from './inject.ts'
import { type ThirdParties, thirdPartiesOf } from './third-parties.ts'

/** Everything in one process: the API without sockets, jobs without timers, a failing database and disk. */
export type Simulation = World & {
  readonly rng: Rng
  readonly clock: StillClock
  readonly db: Database
  readonly owner: Database
  readonly ctx: Ctx
  readonly api: Api
  readonly thirdParties: ThirdParties
  readonly logger: Logger
  readonly outside: Outside
  /** Counts of events per seed, which show how much a run covered. */
  readonly seen: Map<string, number>
  close(): Promise<void>
}

const fundsAtFirst = 60
const rules: Partial<Config> = {
  coolDownAfter: 30,
  rejectionsAtOnceMax: 1,
  activeReservationsMax: 4,
  draftsMax: 1_000_000,
  keyRatePerMinute: 1_000_000,
  tokenRatePerMinute: 1_000_000,
  accountRatePerMinute: 1_000_000,
  uploadRatePerMinute: 1_000_000,
  anonymousRatePerMinute: 1_000_000,
  listLagMs: 0,
  withdrawalMinimum: 1,
  payoutAccountWaitHours: 0,
  smtpUrl: 'smtp://nowhere.example',
  mailFrom: 'market@example.com',
}

export async function openSimulation(seed: number): Promise<Simulation> {
  const rng = rngFrom(seed)
  const clock = stillClock(startOf(rng))
  const database = await makeDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'market-simulated-'))
  const config = { ...readConfig({ DATA_DIR: dataDir }), ...rules }
  const db = withKnownSides(openDatabase({ url: database.url, prepared: isPrepared(), connectionsMax: 12, clock }))
  const owner = openDatabase({ url: asOwner(database.url), connectionsMax: 2, clock })
  await watchTransitions(owner)
  const filesAt = join(dataDir, 'uploads')
  const doubtful = new Set<string>()
  const storage = overBrokenDisk(await openStorage(dataDir), filesAt, doubtful)
  const logger = pino(logOptions(process.env.TEST_LOG ?? 'silent'))
  const surroundings = { db, config, logger, storage, secretKey }
  const api = await openApi(surroundings)
  const ctx: Ctx = { ...surroundings, by: 'Local' }
  const world = await worldOf(ctx, owner, api, seed)
  putFaultsOn(db.pool)
  const close = async () => {
    await Promise.all([api.close().then(db.close), owner.close()])
    await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })])
  }
  const thirdParties = thirdPartiesOf(seed)
  const { events, mails } = thirdParties
  const outside = { filesAt, isDoubtful: (file: string) => doubtful.has(file), events, mails }
  return { ...world, owner, rng, clock, db, ctx, api, thirdParties, logger, outside, seen: new Map(), close }
}

async function worldOf(ctx: Ctx, owner: Database, api: Api, seed: number): Promise<World> {
  const people = await createPeople(ctx, [4, 10, 2], fundsAtFirst)
  const acknowledged = nothingAcknowledged({ deposits: people.advertisers.length })
  const reads = [(asked: Asked) => readIn({ api, ctx }, asked)]
  const { publicUrl } = ctx.config
  const rest = { publicUrl, price: await priceIn(ctx.db), acknowledged, picked: { most: pickedMost }, reads }
  return { seed, owner, ...people, ...rest }
}

/** Tracks its other connections as well. */
const withKnownSides = (db: Database): Database => ({
  ...db,
  beside: (options) => {
    const beside = db.beside(options)
    putNoFaultsOn(beside.pool)
    return beside
  },
})

async function openApi(surroundings: ApiContext): Promise<Api> {
  const api = createApi(surroundings)
  // The substitute for a socket has no timeouts.
  api.addHook('onRequest', ({ raw }, _reply, done) => {
    Object.assign(raw.socket, { setTimeout: () => raw.socket })
    done()
  })
  await api.ready()
  return api
}
