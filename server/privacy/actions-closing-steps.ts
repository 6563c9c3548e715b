import { forgetHolders } from '../accounts/actions-callers.ts'
import { erasedNickname } from '../accounts/profile/actions.ts'
import { addressHash, renewAccountStatus } from '../accounts/sanctions/actions.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { deleteMailsTo, hasWaitingMail, recordMails } from '../platform/mail/mail.ts'
import { removeFiles } from '../proofs/actions.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { obstaclesNow } from './actions-closing.ts'
import { pseudonymOf, retryHours } from './closing.ts'
import { closingMail } from './closing-mails.ts'
import { barIdentity, type DueClosing, dueClosings, lockDue, type Step, writeStep } from './sql-closings.ts'
import {
  eraseLateGrants,
  eraseNames,
  eraseRecords,
  giveUpBalance,
  markFilesErased,
  readPerson,
  readUnerased,
} from './sql-erasure.ts'

const accountsAtOnce = 20
const filesAtOnce = 100
const hourMs = 3_600_000
/** Hours allowed for sending the last mail. The address is erased after that in any case. */
const lastMailHours = 24

type Where = Pick<Ctx, 'db' | 'config' | 'secretKey' | 'storage'>

/**
 * Advances each due closing by one step. Returns how many. Each step is idempotent. Throws the first error only after trying all
 * accounts, so one failure does not delay the others.
 */
export async function advanceClosings(ctx: Where): Promise<number> {
  const due = await dueClosings(ctx.db, accountsAtOnce)
  const errors: unknown[] = []
  for (const { account } of due) await advanceClosing(ctx, account).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
  return due.length
}

async function advanceClosing(ctx: Where, account: Id<'account'>): Promise<void> {
  const closing = await ctx.db.transaction(async (db) => {
    const found = await lockDue(db, account)
    if (found?.status === 'Requested') await advanceRequested(ctx, db, found)
    return found
  })
  if (closing?.status === 'Requested') forgetHolders()
  if (closing?.status === 'Closed') await eraseRemaining(ctx, closing)
}

async function advanceRequested(ctx: Where, db: Db, closing: DueClosing): Promise<void> {
  const { account, closesAt, now, remindedAt, givesUpBalance } = closing
  const person = await readPerson(db, account)
  if (!person) return
  const queueMail = (kind: Parameters<typeof closingMail>[0]) =>
    recordMails(db, [closingMail(kind, person, closesAt, ctx.config.publicUrl)])
  const write = (action: string, step: Pick<Step, 'status' | 'dueAt' | 'email'>) =>
    writeStep(db, account, { action: `account.${action}`, ...step })
  if (now < closesAt) {
    if (!remindedAt) await queueMail('Reminder')
    await write('close_remind', { status: 'Requested', dueAt: closesAt, email: null })
    return
  }
  if ((await obstaclesNow(ctx, db, account, givesUpBalance)).length > 0) {
    await queueMail('Waiting')
    const dueAt = new Date(now.getTime() + retryHours * hourMs)
    await write('close_wait', { status: 'Requested', dueAt, email: null })
    return
  }
  if (givesUpBalance) await giveUpBalance(db, account, moneyOf(ctx.config))
  await barIdentity(db, account, addressHash(ctx.secretKey, person.email))
  await eraseRecords(db, account, pseudonymOf(account), (key) => erasedNickname(ctx.secretKey, key))
  await queueMail('Closed')
  await write('close', { status: 'Closed', dueAt: now, email: person.email })
  await renewAccountStatus(db, account)
}

/** Erases remaining data outside the account's own records: files, file names, and mails to the address. */
async function eraseRemaining(ctx: Where, { account, email, closesAt, now }: DueClosing): Promise<void> {
  const { db, storage } = ctx
  await eraseLateGrants(db, account)
  await drainInBatches(filesAtOnce, async (limit) => {
    const proofs = await readUnerased(db, account, limit)
    // The files first: a crash in between leaves a row that is retried, never an orphaned file.
    for (const proof of proofs) await removeFiles(storage, proof)
    await markFilesErased(
      db,
      proofs.map(({ id }) => id),
    )
    return proofs.length
  })
  await drainInBatches(filesAtOnce, (limit) => eraseNames(db, account, limit))
  const maySendMail = now.getTime() < closesAt.getTime() + lastMailHours * hourMs
  await db.transaction(async (within) => {
    if (!(await lockDue(within, account))) return
    const isWaiting = email !== null && maySendMail && (await hasWaitingMail(within, email)).isWaiting
    if (!isWaiting && email !== null) await deleteMailsTo(within, email)
    await writeStep(within, account, {
      action: isWaiting ? 'account.erase_wait' : 'account.erase',
      status: isWaiting ? 'Closed' : 'Erased',
      dueAt: isWaiting ? new Date(now.getTime() + hourMs) : null,
      email: isWaiting ? email : null,
    })
  })
}
