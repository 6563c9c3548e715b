import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/ctx.ts'
import { coolingUntil } from '../reservations/cooling.ts'
import { moneyOf } from '../values/money.ts'
import { readAdvertiserStanding, readExecutorStanding } from './sql-standing.ts'
import type { AdvertiserStanding, ExecutorStanding } from './standing.ts'

/** With what follows from the rules of this marketplace. */
export type OwnStanding = ExecutorStanding & {
  readonly coolingUntil: Date | null
  readonly coolDownAfter: number
  readonly clearingSeconds: number
}

/** Where the calling executor stands. */
export async function ownStanding({ db, by, config }: Ctx): Promise<OwnStanding> {
  const { caller, rows } = admitted(by, await readExecutorStanding(db, by, config, moneyOf(config)))
  mustBeExecutor(caller)
  const standing = rows[0] as ExecutorStanding
  const { coolDownAfter, coolDownSeconds } = config
  return {
    ...standing,
    coolingUntil: coolingUntil(standing, coolDownSeconds, caller.now) ?? null,
    coolDownAfter,
    clearingSeconds: standing.isClear ? 0 : config.clearingSeconds,
  }
}

/** Where the calling advertiser stands with executors. */
export async function advertiserStanding({ db, by }: Ctx): Promise<AdvertiserStanding> {
  return admitted(by, await readAdvertiserStanding(db, by)).rows[0] as AdvertiserStanding
}
