import { admitted, mustBeExecutor } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { coolDownEnd } from '../../reservations/cool-down.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import type { AdvertiserReputation, ExecutorReputation, OwnReputation } from '../reputation.ts'
import { readAdvertiserReputation, readExecutorReputation, refreshRecords } from './sql.ts'

export async function ownReputation({ db, by, config }: Ctx): Promise<OwnReputation> {
  const { caller, rows } = admitted(by, await readExecutorReputation(db, by, 'own', config, moneyOf(config)))
  mustBeExecutor(caller)
  return withRules(rows[0] as ExecutorReputation, config, caller.now)
}

/** Returns an executor's record for an operator; null if the account has no profile. */
export async function executorReputationOf({ db, by, config }: Ctx, account: Id<'account'>) {
  const { caller, rows } = admitted(by, await readExecutorReputation(db, by, account, config, moneyOf(config)))
  return rows[0] ? withRules(rows[0], config, caller.now) : null
}

function withRules(reputation: ExecutorReputation, config: Ctx['config'], now: Date): OwnReputation {
  const { coolDownAfter, coolDownSeconds } = config
  return {
    ...reputation,
    coolingUntil: coolDownEnd(reputation, coolDownSeconds, now) ?? null,
    coolDownAfter,
    clearingSeconds: reputation.isClear ? 0 : config.clearingSeconds,
  }
}

export async function advertiserReputation({ db, by }: Ctx): Promise<AdvertiserReputation> {
  return admitted(by, await readAdvertiserReputation(db, by, 'own')).rows[0] as AdvertiserReputation
}

/** Returns an advertiser's record for an operator; null if the account never was one. */
export async function advertiserReputationOf(
  { db, by }: Ctx,
  account: Id<'account'>,
): Promise<AdvertiserReputation | null> {
  return admitted(by, await readAdvertiserReputation(db, by, account)).rows[0] ?? null
}

const refreshedMax = 500

/** Updates the records of advertisers with decisions since the last run. Returns how many. */
export const refreshAdvertisers = ({ db }: Pick<Ctx, 'db'>): Promise<number> => refreshRecords(db, refreshedMax)
