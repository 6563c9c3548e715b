import { operatorsNow } from '../accounts/management/actions.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database, Db } from '../platform/database/db.ts'
import { recordMails } from '../platform/mail/mail.ts'
import { memoizePerObject } from '../values/bounded-map.ts'
import type { Id } from '../values/id.ts'
import { mailOf } from './mail.ts'
import { dueHours } from './notification.ts'
import {
  fromCredential,
  fromDecision,
  fromDue,
  fromEvent,
  fromHold,
  gathered,
  operators,
  type PendingNotification,
} from './pending-notifications.ts'
import { preferenceOf } from './preference.ts'
import {
  deleteOld,
  insertNotifications,
  moveCursor,
  type Person,
  readCrowded,
  readPeople,
  trimNotifications,
} from './sql-delivered.ts'
import {
  type Cursor,
  type Heads,
  isPassed,
  lockCursor,
  readCursor,
  readDecided,
  readDue,
  readEndingHolds,
  readHeads,
  readIssued,
  readRecorded,
  readWatermark,
} from './sql-sources.ts'

const setMax = 500
const forgottenMax = 1_000
const hourMs = 3_600_000
/** How often upcoming deadlines are read, in milliseconds. Work submitted meanwhile is committed by the next run. */
const dueEveryMs = 60_000

type Where = Pick<Ctx, 'db' | 'config'>
type Watermark = Heads & { readonly xid: number }

/** The watermark that older transactions have not passed yet. In memory only: it would be meaningless in a restored database. */
const watermarks = memoizePerObject((_db: Database): { watermark: Watermark | undefined } => ({ watermark: undefined }))

/** Notifies accounts in the console and by mail, by their preferences. Returns the number of records read. */
export const notify = (ctx: Where): Promise<number> => drainInBatches(setMax, () => notifyBatch(ctx))

async function notifyBatch(ctx: Where): Promise<number> {
  const { db } = ctx
  const [cursor, heads] = [await readCursor(db), await readHeads(db)]
  const isNews = heads.decision > cursor.decision || heads.event > cursor.event || heads.credential > cursor.credential
  const watermark = isNews ? await passedWatermark(db) : undefined
  if (!watermark && !isLookDue(cursor)) return 0
  return db.transaction(async (db) => {
    const own = await lockCursor(db)
    return own ? notifyBehind(db, own, watermark ?? own, ctx.config) : 0
  })
}

/**
 * Returns the ids up to which all records are visible; undefined if older transactions are running. Ids are drawn before the
 * commit, so a lower id may appear after a higher one was read.
 */
async function passedWatermark(db: Database): Promise<Heads | undefined> {
  const kept = watermarks(db)
  kept.watermark ??= await readWatermark(db)
  const { watermark } = kept
  if (!(await isPassed(db, watermark.xid)).passed) return undefined
  kept.watermark = undefined
  return watermark
}

const isLookDue = ({ dueUntil, now }: Cursor): boolean =>
  dueUntil === null || lookUntil(now) - dueUntil.getTime() >= dueEveryMs

const lookUntil = (now: Date): number => now.getTime() + dueHours * hourMs - dueEveryMs

async function notifyBehind(db: Db, cursor: Cursor, upTo: Heads, config: Ctx['config']): Promise<number> {
  const range = (name: keyof Heads) => ({ after: cursor[name], upTo: upTo[name], most: setMax })
  const decided = await readDecided(db, range('decision'))
  const recorded = await readRecorded(db, range('event'))
  const issued = await readIssued(db, range('credential'))
  const { due, holds, dueUntil } = await lookAhead(db, cursor, config.fraudHoldDays)
  const pending = gathered([
    ...decided.flatMap((one) => fromDecision(one, config.currency)),
    ...recorded.flatMap((one) => fromEvent(one, config.currency)),
    ...issued.map(fromCredential),
    ...due.map(fromDue),
    ...holds.map(fromHold),
  ])
  if (pending.length > 0) await write(db, pending, config)
  const reached = (rows: readonly { readonly id: number }[], name: keyof Heads) =>
    rows.length < setMax ? Math.max(cursor[name], upTo[name]) : (rows.at(-1)?.id ?? cursor[name])
  const moved = {
    decision: reached(decided, 'decision'),
    event: reached(recorded, 'event'),
    credential: reached(issued, 'credential'),
  }
  await moveCursor(db, moved, dueUntil)
  return Math.max(decided.length, recorded.length, issued.length)
}

/** Reads upcoming deadlines of work and holds. Advances `dueUntil`, so that no period is read twice. */
async function lookAhead(db: Db, { dueUntil, now }: Cursor, holdDays: number) {
  const [from, until] = [dueUntil ?? now, new Date(Math.max(lookUntil(now), dueUntil?.getTime() ?? 0))]
  const due = await readDue(db, from, until)
  return { due, holds: await readEndingHolds(db, holdDays, from, until), dueUntil: until }
}

const keyOf = ({ account, kind, cause }: Pick<PendingNotification, 'account' | 'kind' | 'cause'>) =>
  `${account} ${kind} ${cause}`

type Addressed = PendingNotification & { readonly account: Id<'account'> }

/** Expands notifications to all operators into one for each. */
async function addressed(db: Db, pending: readonly PendingNotification[]): Promise<Addressed[]> {
  const ids = pending.some(({ account }) => account === operators) ? await operatorsNow(db) : []
  return pending.flatMap((notification) => {
    const { account } = notification
    return account === operators
      ? ids.map(({ id }) => ({ ...notification, account: id }))
      : [{ ...notification, account }]
  })
}

/** Stores notifications and mails the new ones to accounts that want mail. */
async function write(db: Db, all: readonly PendingNotification[], config: Ctx['config']): Promise<void> {
  const pending = await addressed(db, all)
  const accounts = [...new Set(pending.map(({ account }) => account))]
  const people = new Map<number, Person>((await readPeople(db, accounts)).map((person) => [person.id, person]))
  const values = pending.flatMap((notification) => {
    const reader = people.get(notification.account)
    if (!reader) return []
    const { console: isShown, email } = preferenceOf(notification.kind, reader.choices)
    return isShown || email ? [{ ...notification, reader, isShown, isMailed: email }] : []
  })
  const made = await insertNotifications(db, values)
  const isNew = new Set(made.filter((one) => one.isNew).map(keyOf))
  const mailed = values.filter((one) => one.isMailed && isNew.has(keyOf(one)))
  if (mailed.length > 0)
    await recordMails(
      db,
      mailed.map((one) => mailOf(one, one.reader, config)),
    )
  for (const { account } of await readCrowded(db, accounts)) await trimNotifications(db, account)
}

/** Deletes old notifications. */
export const sweepNotifications = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(forgottenMax, (most) => deleteOld(db, most))
