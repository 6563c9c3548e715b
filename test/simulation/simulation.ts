import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { createAccount, createKey, issueToken } from '../../server/accounts/actions.ts'
import { type ApiContext, createApi } from '../../server/api.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { type Config, readConfig } from '../../server/platform/config/config.ts'
import type { Ctx } from '../../server/platform/database/ctx.ts'
import { type Database, openDatabase } from '../../server/platform/database/db.ts'
import type { Api } from '../../server/platform/http/api.ts'
import { logOptions } from '../../server/platform/observability/log.ts'
import { sql } from '../../server/platform/sql.ts'
import { openStorage } from '../../server/platform/storage/storage.ts'
import { type Rng, rngFrom } from '../properties/rng.ts'
import { asOwner, isPrepared, makeDatabase } from '../support/database.ts'
import { type StillClock, startOf, stillClock } from './clock.ts'
import { putFaultsOn, putNoFaultsOn } from './connection-faults.ts'
import { overBrokenDisk } from './files.ts'
import { type ThirdParties, thirdPartiesOf } from './third-parties.ts'
import { watchTransitions } from './transitions.ts'

/** A user; an expired token is replaced by a new one. */
export type Person = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: 'Advertiser' | 'Executor' | 'Operator'
  token: string
  readonly key: string
}

/** What clients attempted and what was acknowledged: the number of records of each kind must lie between the two. */
export type Acknowledged = {
  readonly tried: Map<string, number>
  readonly made: Map<string, Set<number>>
  readonly left: LeftRecord[]
}
/** A permanent row, in this status if one is given. */
export type LeftRecord = {
  readonly table: 'reservations' | 'executions' | 'withdrawals'
  readonly id: number
  readonly status?: string
}

/** Everything in one process: the API without sockets, jobs without timers, a failing database and disk. */
export type Simulation = {
  readonly seed: number
  readonly rng: Rng
  readonly clock: StillClock
  readonly db: Database
  /** The same database as its owner, for what only tests may do. */
  readonly owner: Database
  readonly ctx: Ctx
  readonly api: Api
  readonly thirdParties: ThirdParties
  readonly logger: Logger
  readonly filesAt: string
  /** Files that were being written when a fault occurred. */
  readonly doubtful: ReadonlySet<string>
  readonly advertisers: readonly Person[]
  readonly executors: readonly Person[]
  readonly operators: readonly Person[]
  readonly acknowledged: Acknowledged
  readonly price: number
  /** Number of latest records to choose from: with few, concurrent requests meet at the same record. */
  readonly picked: { most: number }
  /** Counts of events per seed, which show how much a run covered. */
  readonly seen: Map<string, number>
  close(): Promise<void>
}

export const pickedMost = 40
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
  const surroundings = { db, config, logger, storage, secretKey: 'a secret key that only tests know, 32 characters' }
  const api = await openApi(surroundings)
  const ctx: Ctx = { ...surroundings, by: 'Local' }
  const people = await peopleOf(ctx)
  for (const { email } of people.advertisers) await deposit(ctx, { email, amount: fundsAtFirst })
  const { id: price } = await db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)
  putFaultsOn(db.pool)
  const close = async () => {
    await Promise.all([api.close().then(db.close), owner.close()])
    await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })])
  }
  const acknowledged = { tried: new Map([['deposits', people.advertisers.length]]), made: new Map(), left: [] }
  const rest = {
    api,
    thirdParties: thirdPartiesOf(seed),
    logger,
    filesAt,
    doubtful,
    ...people,
    acknowledged,
    price,
    picked: { most: pickedMost },
    seen: new Map(),
    close,
  }
  return { seed, rng, clock, db, owner, ctx, ...rest }
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

async function peopleOf(ctx: Ctx): Promise<Pick<Simulation, 'advertisers' | 'executors' | 'operators'>> {
  const several = async (role: Person['role'], count: number) => {
    const people: Person[] = []
    for (let index = 1; index <= count; index++) people.push(await personOf(ctx, role, `${role.toLowerCase()}${index}`))
    return people
  }
  return {
    advertisers: await several('Advertiser', 4),
    executors: await several('Executor', 10),
    operators: await several('Operator', 2),
  }
}

async function personOf(ctx: Ctx, role: Person['role'], name: string): Promise<Person> {
  const email = `${name}@example.com`
  const profile = role === 'Executor' ? { birthDate: '1990-01-31', country: 840, gender: 'Female' } : {}
  const { id } = await createAccount(ctx, { email, roles: [role], language: 'en', ...profile })
  const key = role === 'Advertiser' ? (await createKey(ctx, { email })).secret : ''
  return { id, name, email, role, token: await tokenFor(ctx, email), key }
}

export const tokenFor = async (ctx: Ctx, email: string): Promise<string> =>
  (await issueToken(ctx, { email, days: 365 })).secret

export const count = (seen: Map<string, number>, what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
