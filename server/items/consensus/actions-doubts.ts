import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { lockOffer, readRoom, writeDoubt } from './sql-doubts.ts'

type Doubted = { readonly offer: Id<'offer'>; readonly execution: Id<'execution'> }

/** Returns whether the items of work may be answered once more. Nothing changes that until the transaction ends. */
export async function lockRoom(db: Db, { offer, execution }: Doubted): Promise<boolean> {
  await lockOffer(db, offer)
  return (await readRoom(db, execution))?.hasRoom ?? false
}

/** Has the items of work answered once more, when all their answers are there: unless the work is rejected. */
export const doubtAnswers = (db: Db, { execution }: Doubted): Promise<unknown> => writeDoubt(db, execution)
