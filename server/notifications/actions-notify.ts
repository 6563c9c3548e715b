import { operatorsNow } from '../accounts/management/actions.ts'
import { stopPath } from '../payments/refunds/actions-stop.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database, Db } from '../platform/database/db.ts'
import { recordMails } from '../platform/mail/mail.ts'
import { memoizePerObject } from '../values/bounded-map.ts'
import type { Id } from '../values/id.ts'
import { mailOf } from './mail.ts'
import { dueHours, type NotificationKind, ruleOf } from './notification.ts'
import {
  fromCredential,
  fromDecision,
  fromEvent,
  fromHold,
  fromReviewDeadline,
  operators,
  type PendingNotification,
} from './pending-notifications.ts'
import { preferenceOf } from './preference.ts'
import {
  deleteOld,
  insertNotifications,
  moveCursor,
  queuePushes,
  type Recipient,
  readAboveLimit,
  readRecipients,
  trimNotifications,
} from './sql-delivered.ts'
import {
  type Cursor,
  hasPassed,
  lockCursor,
  readCredentials,
  readCursor,
  readDecisions,
  readEndingHolds,
  readEvents,
  readReviewDeadlines,
  readSourceIds,
  readWatermark,
  type SourceIds,
} from './sql-sources.ts'

const batchMax = 500
const deletedMax = 1_000
const hourMs = 3_600_000
/** How often upcoming deadlines are read, in milliseconds. Work submitted meanwhile is committed by the next run. */
const deadlinesEveryMs = 60_000

type NotifyContext = Pick<Ctx, 'db' | 'config' | 'secretKey'>
type Watermark = SourceIds & { readonly xid: number }

/** The watermark that older transactions have not passed yet. In memory only: it would be meaningless in a restored database. */
const watermarks = memoizePerObject((_db: Database): { watermark: Watermark | undefined } => ({ watermark: undefined }))

/** Notifies accounts in the console and by mail, by their preferences. Returns the number of records read. */
export const notify = (ctx: NotifyContext): Promise<number> => drainInBatches(batchMax, () => notifyBatch(ctx))

async function notifyBatch(ctx: NotifyContext): Promise<number> {
  const { db } = ctx
  const [cursor, newest] = [await readCursor(db), await readSourceIds(db)]
  const hasNewRecords =
    newest.decision > cursor.decision || newest.event > cursor.event || newest.credential > cursor.credential
  const watermark = hasNewRecords ? await passedWatermark(db) : undefined
  if (!watermark && !areDeadlinesDue(cursor)) return 0
  return db.transaction(async (db) => {
    const own = await lockCursor(db)
    return own ? notifyUpTo(db, own, watermark ?? own, ctx) : 0
  })
}

/**
 * Returns the ids up to which all records are visible; undefined if older transactions are running. Ids are drawn before the
 * commit, so a lower id may appear after a higher one was read.
 */
async function passedWatermark(db: Database): Promise<SourceIds | undefined> {
  const cache = watermarks(db)
  cache.watermark ??= await readWatermark(db)
  const { watermark } = cache
  if (!(await hasPassed(db, watermark.xid)).passed) return undefined
  cache.watermark = undefined
  return watermark
}

const areDeadlinesDue = ({ dueUntil, now }: Cursor): boolean =>
  dueUntil === null || deadlinesUntil(now) - dueUntil.getTime() >= deadlinesEveryMs

const deadlinesUntil = (now: Date): number => now.getTime() + dueHours * hourMs - deadlinesEveryMs

async function notifyUpTo(db: Db, cursor: Cursor, upTo: SourceIds, ctx: Omit<NotifyContext, 'db'>): Promise<number> {
  const { config } = ctx
  const range = (name: keyof SourceIds) => ({ after: cursor[name], upTo: upTo[name], limit: batchMax })
  const decisions = await readDecisions(db, range('decision'))
  const events = await readEvents(db, range('event'))
  const credentials = await readCredentials(db, range('credential'))
  const { due, holds, dueUntil } = await readUpcoming(db, cursor, config.fraudHoldDays)
  const pending = merged([
    ...decisions.flatMap((one) => fromDecision(one, config.currency)),
    ...events.flatMap((one) => fromEvent(one, config.currency)),
    ...credentials.map(fromCredential),
    ...due.map(fromReviewDeadline),
    ...holds.map(fromHold),
  ])
  if (pending.length > 0) await writeNotifications(db, pending, ctx)
  const reached = (rows: readonly { readonly id: number }[], name: keyof SourceIds) =>
    rows.length < batchMax ? Math.max(cursor[name], upTo[name]) : (rows.at(-1)?.id ?? cursor[name])
  const processed = {
    decision: reached(decisions, 'decision'),
    event: reached(events, 'event'),
    credential: reached(credentials, 'credential'),
  }
  await moveCursor(db, processed, dueUntil)
  return Math.max(decisions.length, events.length, credentials.length)
}

/** Reads upcoming deadlines of work and holds. Advances `dueUntil`, so that no period is read twice. */
async function readUpcoming(db: Db, { dueUntil, now }: Cursor, holdDays: number) {
  const [from, until] = [dueUntil ?? now, new Date(Math.max(deadlinesUntil(now), dueUntil?.getTime() ?? 0))]
  const due = await readReviewDeadlines(db, from, until)
  return { due, holds: await readEndingHolds(db, holdDays, from, until), dueUntil: until }
}

const keyOf = ({ account, kind, cause }: Pick<PendingNotification, 'account' | 'kind' | 'cause'>) =>
  `${account} ${kind} ${cause}`

/** Merges notifications with the same cause: adds up their reports and keeps the first one's other values. */
export const merged = (pending: readonly PendingNotification[]): PendingNotification[] =>
  [...Map.groupBy(pending, keyOf).values()].map(([first, ...rest]) => {
    const notification = first as PendingNotification
    const reports = rest.reduce((sum, { data }) => sum + (data.reports ?? 0), notification.data.reports ?? 0)
    return notification.data.reports === undefined
      ? notification
      : { ...notification, data: { ...notification.data, reports } }
  })

type AddressedNotification = PendingNotification & { readonly account: Id<'account'> }

/** Expands notifications to all operators into one for each. */
async function expandOperators(db: Db, pending: readonly PendingNotification[]): Promise<AddressedNotification[]> {
  const ids = pending.some(({ account }) => account === operators) ? await operatorsNow(db) : []
  return pending.flatMap((notification) => {
    const { account } = notification
    return account === operators
      ? ids.map(({ id }) => ({ ...notification, account: id }))
      : [{ ...notification, account }]
  })
}

const isDigested = (kind: NotificationKind): boolean => ruleOf(kind).isDigested === true

/** Stores notifications, and mails and pushes the new ones to accounts that want it. */
export async function writeNotifications(
  db: Db,
  all: readonly PendingNotification[],
  { config, secretKey }: Omit<NotifyContext, 'db'>,
): Promise<void> {
  const pending = await expandOperators(db, all)
  const accounts = [...new Set(pending.map(({ account }) => account))]
  const recipients = new Map<number, Recipient>(
    (await readRecipients(db, accounts)).map((recipient) => [recipient.id, recipient]),
  )
  const values = pending.flatMap((notification) => {
    const reader = recipients.get(notification.account)
    if (!reader) return []
    const { console: isShown, email, push: isPushed } = preferenceOf(notification.kind, reader.choices)
    const awaitsDigest = email && isDigested(notification.kind)
    const isMailed = email && !awaitsDigest
    return isShown || email ? [{ ...notification, reader, isShown, isMailed, isPushed, awaitsDigest }] : []
  })
  const made = await insertNotifications(db, values)
  const newIds = new Map(made.filter((one) => one.isNew).map((one) => [keyOf(one), one.id]))
  const mailed = values.filter((one) => one.isMailed && newIds.has(keyOf(one)))
  if (mailed.length > 0)
    await recordMails(
      db,
      mailed.map((one) => mailOf(one, one.reader, config, stopPathOf(one, secretKey))),
    )
  const pushed = values.flatMap((one) => (one.isPushed ? (newIds.get(keyOf(one)) ?? []) : []))
  if (pushed.length > 0) await queuePushes(db, pushed)
  for (const { account } of await readAboveLimit(db, accounts)) await trimNotifications(db, account)
}

function stopPathOf({ data: { withdrawalId, refundId } }: PendingNotification, secretKey: string): string | undefined {
  if (refundId !== undefined) return stopPath(secretKey, 'refund', refundId)
  return withdrawalId === undefined ? undefined : stopPath(secretKey, 'withdrawal', withdrawalId)
}

export const sweepNotifications = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOld(db, limit))
