import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { recordMails } from '../platform/mail/mail.ts'
import { digestOf } from './digest.ts'
import { readRecipients } from './sql-delivered.ts'
import { claimDigests, takeDigested } from './sql-digest.ts'

const batchMax = 200

type DigestContext = Pick<Ctx, 'db' | 'config'>

/** Mails the digests that are due. Returns how many accounts had one. */
export const mailDigests = (ctx: DigestContext): Promise<number> =>
  drainInBatches(batchMax, (limit) => mailBatch(ctx, limit))

const mailBatch = ({ db, config }: DigestContext, limit: number): Promise<number> =>
  db.transaction(async (db) => {
    const accounts = (await claimDigests(db, limit)).map(({ account }) => account)
    if (accounts.length === 0) return 0
    const entries = Map.groupBy(await takeDigested(db, accounts), ({ account }) => account)
    const mails = (await readRecipients(db, accounts)).flatMap(
      (reader) => digestOf(entries.get(reader.id) ?? [], reader, config.publicUrl) ?? [],
    )
    if (mails.length > 0) await recordMails(db, mails)
    return accounts.length
  })
