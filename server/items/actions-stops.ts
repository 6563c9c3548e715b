import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { writeHandled, writeStop } from './sql-gold.ts'
import type { Stop } from './stop.ts'

type Stopped = { readonly offer: Id<'offer'>; readonly executor: Id<'account'> }

/** Notes that the earlier work of a stopped executor was seen to. */
export const endStop = ({ db }: Pick<Ctx, 'db'>, stop: Stopped): Promise<unknown> => writeHandled(db, stop)

/** Gives an executor no more slots of an offer, within a transaction. */
export const stopExecutor = (db: Db, who: Stopped, stop: Stop): Promise<unknown> => writeStop(db, who, stop)
