import { foundFor, mayCall } from '../../accounts/actions-callers.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import { writeMessage } from '../actions.ts'
import { textOf } from '../message.ts'
import {
  type BulkMessage,
  BulkMessageNotFound,
  NoRecipients,
  perDayMax,
  perOfferDayMax,
  type RecipientStatus,
  recipientsMax,
  TooManyBulkMessages,
  TooManyRecipients,
} from './bulk-message.ts'
import {
  type BulkBatch,
  claimBulk,
  countSent,
  deleteOldBulk,
  insertBulk,
  lockAdvertiser,
  readBulk,
  readParties,
  readRecent,
  readRecipients,
} from './sql.ts'

/** Recipients of a transaction, which locks the author: their own messages wait meanwhile. */
const batchMax = 50
const deletedMax = 1_000

type BulkInput = { readonly text: string; readonly statuses: readonly RecipientStatus[] }

/** Writes to the executors of an offer whose work has one of the statuses. A job sends it to each as a message of their own. */
export async function writeToMany(
  ctx: Ctx,
  offer: Id<'offer'>,
  { text: given, statuses }: BulkInput,
): Promise<BulkMessage> {
  const { callerAccount: advertiser } = await mayCall(ctx)
  const text = textOf(given)
  return ctx.db.transaction(async (db) => {
    await lockAdvertiser(db, advertiser)
    const recent = await readRecent(db, offer, advertiser)
    if (!recent) throw TaskNotFound({})
    if (recent.ofOffer >= perOfferDayMax) throw TooManyBulkMessages({ limit: perOfferDayMax })
    if (recent.ofAccount >= perDayMax) throw TooManyBulkMessages({ limit: perDayMax })
    const recipients = (await readRecipients(db, offer, statuses)).map(({ id }) => id)
    if (recipients.length === 0) throw NoRecipients({})
    if (recipients.length > recipientsMax) throw TooManyRecipients({ limit: recipientsMax })
    return insertBulk(db, { offer, advertiser, statuses: [...new Set(statuses)], text, recipients })
  })
}

export const openBulk = (ctx: Ctx, id: Id<'bulkMessage'>): Promise<BulkMessage> =>
  foundFor(ctx, readBulk(ctx.db, ctx.by, id), BulkMessageNotFound)

type SendContext = Pick<Ctx, 'db' | 'secretKey'>

/** Sends the messages to many that wait, in batches. Returns how many recipients were reached or skipped. */
export async function sendToMany(ctx: SendContext): Promise<number> {
  for (let all = 0; ; ) {
    const done = await ctx.db.transaction((db) => sendBatch({ ...ctx, db }))
    if (done === 0) return all
    all += done
  }
}

async function sendBatch(ctx: SendContext): Promise<number> {
  const batch = await claimBulk(ctx.db, batchMax)
  if (!batch) return 0
  let sent = 0
  for (const parties of await readParties(ctx.db, batch.next)) if (await isSent(ctx, batch, parties)) sent++
  await countSent(ctx.db, batch.id, sent, batch.next.length - sent)
  return batch.next.length
}

/** Whether the message was sent: not in a conversation that has closed, or is full, since it was written. */
async function isSent(
  ctx: SendContext,
  { id: bulk, advertiser, body }: BulkBatch,
  parties: Parameters<typeof writeMessage>[1],
): Promise<boolean> {
  if (body === null) return false
  const message = { conversation: parties.id, side: 'Advertiser' as const, author: advertiser, text: body, bulk }
  try {
    await ctx.db.transaction((db) => writeMessage({ ...ctx, db }, parties, message))
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

export const sweepBulk = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldBulk(db, limit))
