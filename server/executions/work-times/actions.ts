import type { Ctx } from '../../platform/database/ctx.ts'
import { measureWork, offersWithNewWork } from './sql.ts'

const offersAtOnce = 500

/** Measures how long work takes on the offers with new work. Returns 0: nothing waits for it. */
export async function measureWorkTimes({ db }: Pick<Ctx, 'db'>): Promise<number> {
  let offers = await offersWithNewWork(db, 0, offersAtOnce)
  while (offers.length > 0) {
    const ids = offers.map(({ offer }) => offer)
    await measureWork(db, ids)
    offers = ids.length < offersAtOnce ? [] : await offersWithNewWork(db, ids.at(-1) ?? 0, offersAtOnce)
  }
  return 0
}
