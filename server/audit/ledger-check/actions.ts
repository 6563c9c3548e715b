import type { FastifyBaseLogger } from 'fastify'
import { actingAccount } from '../../accounts/actions-callers.ts'
import { operatorsNow } from '../../accounts/management/actions.ts'
import { verifyExecutions } from '../../executions/consistency/actions.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import type { Verdict } from '../../ledger/ledger.ts'
import { verifyHolds } from '../../offers/lifecycle/actions.ts'
import { verifyWithdrawals } from '../../payments/withdrawals/actions.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import { CheckUnderWay, checkSeconds, type LedgerCheck, mismatchesMax } from './ledger-check.ts'
import { mismatchMail } from './mismatch-mail.ts'
import { claimCheck, readCheck, tryLockCheck, writeCheck } from './sql.ts'

type Where = Pick<Ctx, 'db'>

/** Maximum number of mismatches logged; the CLI command lists all. */
const loggedMax = 20

/** Recomputes every balance and transfer, and checks that money held, pending or being withdrawn belongs to an open record. */
export async function verifyInvariants(where: Where): Promise<Verdict> {
  const { ok, mismatches, ...figures } = await verifyLedger(where)
  const all = [
    ...mismatches,
    ...(await verifyWithdrawals(where)),
    ...(await verifyHolds(where)),
    ...(await verifyExecutions(where)),
  ]
  return { ...figures, mismatches: all, ok: ok && all.length === 0 }
}

/** Runs the check once an hour in one of the processes and stores the result. Returns undefined if it is not due. */
export const checkLedger = ({ db: database, config }: Where & Pick<Ctx, 'config'>): Promise<Verdict | undefined> =>
  database.transaction(async (db) => {
    if (!(await tryLockCheck(db)).isOurs || !(await claimCheck(db, checkSeconds))) return undefined
    const verdict = await verifyInvariants({ db })
    await storeCheck(db, verdict, config.publicUrl)
    return verdict
  })

/** As `checkLedger`, and logs an error if the ledger does not balance. */
export async function checkLedgerAndLog(ctx: Where & Pick<Ctx, 'config'>, log: FastifyBaseLogger): Promise<void> {
  const verdict = await checkLedger(ctx)
  if (!verdict || verdict.ok) return
  const { mismatches } = verdict
  log.error(
    { mismatches: mismatches.slice(0, loggedMax).map(({ what }) => what), count: mismatches.length },
    'the books do not balance: run market ledger verify, and stop payments until you know why',
  )
}

/** Runs the check now, for an operator, unless one is in progress. */
export async function checkLedgerNow(ctx: Ctx): Promise<LedgerCheck> {
  await actingAccount(ctx)
  return ctx.db.transaction(async (db) => {
    if (!(await tryLockCheck(db)).isOurs) throw CheckUnderWay({})
    return storeCheck(db, await verifyInvariants({ db }), ctx.config.publicUrl)
  })
}

/** Stores the result of a check. Mails operators when it first fails, not again while it keeps failing. */
async function storeCheck(db: Db, verdict: Verdict, publicUrl: string): Promise<LedgerCheck> {
  const { ok, mismatches, accounts, transfers, sums } = verdict
  const before = await readCheck(db)
  const check = await writeCheck(db, {
    ok,
    mismatches: mismatches.slice(0, mismatchesMax).map(({ what }) => what),
    accounts,
    transfers,
    sums: Object.fromEntries(sums.map(({ book, units }) => [book, String(units)])),
  })
  if (ok || before?.ok === false) return check
  const operators = await operatorsNow(db)
  const mails = operators.map(({ email, language }) => ({
    recipient: email,
    ...mismatchMail(language, check, publicUrl),
  }))
  await recordMails(db, mails)
  return check
}

export const lastLedgerCheck = ({ db }: Where): Promise<LedgerCheck | undefined> => readCheck(db)

/** Returns the latest check, for an operator. */
export async function readLastCheck(ctx: Ctx): Promise<LedgerCheck | undefined> {
  await actingAccount(ctx)
  return lastLedgerCheck(ctx)
}
