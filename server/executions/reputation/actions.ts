import { admitted, mustBeExecutor } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { coolingUntil } from '../../reservations/cool-down.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import type { AdvertiserStanding, ExecutorStanding, OwnStanding } from '../reputation.ts'
import { readAdvertiserStanding, readExecutorStanding } from './sql.ts'
import { refreshRecords } from './sql-records.ts'

/** Where the calling executor stands. */
export async function ownStanding({ db, by, config }: Ctx): Promise<OwnStanding> {
  const { caller, rows } = admitted(by, await readExecutorStanding(db, by, 'own', config, moneyOf(config)))
  mustBeExecutor(caller)
  return withRules(rows[0] as ExecutorStanding, config, caller.now)
}

/** Where an executor stands, for an operator; nothing where the account has no profile. */
export async function executorStandingOf({ db, by, config }: Ctx, account: Id<'account'>) {
  const { caller, rows } = admitted(by, await readExecutorStanding(db, by, account, config, moneyOf(config)))
  return rows[0] ? withRules(rows[0], config, caller.now) : null
}

function withRules(standing: ExecutorStanding, config: Ctx['config'], now: Date): OwnStanding {
  const { coolDownAfter, coolDownSeconds } = config
  return {
    ...standing,
    coolingUntil: coolingUntil(standing, coolDownSeconds, now) ?? null,
    coolDownAfter,
    clearingSeconds: standing.isClear ? 0 : config.clearingSeconds,
  }
}

/** Where the calling advertiser stands with executors. */
export async function advertiserStanding({ db, by }: Ctx): Promise<AdvertiserStanding> {
  return admitted(by, await readAdvertiserStanding(db, by, 'own')).rows[0] as AdvertiserStanding
}

/** The same for an operator; nothing where the account never was one. */
export async function advertiserStandingOf(
  { db, by }: Ctx,
  account: Id<'account'>,
): Promise<AdvertiserStanding | null> {
  return admitted(by, await readAdvertiserStanding(db, by, account)).rows[0] ?? null
}

const refreshedMax = 500

/** Brings the records of advertisers who have decided since the last time up to date; answers of how many. */
export const refreshAdvertisers = ({ db }: Pick<Ctx, 'db'>): Promise<number> => refreshRecords(db, refreshedMax)
