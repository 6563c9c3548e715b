import type { Ctx } from '../platform/ctx.ts'
import { inSets } from '../platform/sets.ts'
import { moneyOf } from '../values/money.ts'
import { settleDebts } from './sql-debts.ts'

const settledMax = 100

/** What the platform paid in advertisers' places is taken from what they have that is free; answers of how many. */
export const settleFree = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  inSets(settledMax, async (most) => (await settleDebts(db, most, moneyOf(config))).length)
