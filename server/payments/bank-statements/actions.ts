import { mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { constraintOf, type Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { decimalOf } from '../../values/money.ts'
import { bodyError, Problem, ValidationError } from '../../values/problems/problem.ts'
import { ownIban } from '../bank-account/actions.ts'
import { bookOrRequest, lockBookingsOf } from '../booking-requests/actions.ts'
import { transitionWithdrawal } from '../withdrawals/actions.ts'
import { hintOf } from '../withdrawals/withdrawal-method.ts'
import {
  type ConfirmedLine,
  type ConfirmedOutcome,
  mustBeAsSeen,
  type Proposal,
  proposalsFor,
  type StatementFacts,
  StatementLineChanged,
} from './bank-statement.ts'
import { linesOfCamt } from './camt.ts'
import {
  lockEntry,
  type NewEntry,
  readEntries,
  readPaidWithdrawals,
  readPayers,
  readSimilar,
  writeEntry,
} from './sql.ts'
import { linesOfCsv } from './statement-csv.ts'
import { bookingReferenceOf, referencesIn, type StatementLine, withKeys } from './statement-line.ts'

/** A bank statement in one of two formats. */
export type StatementInput = { readonly camt?: string | null | undefined; readonly csv?: string | null | undefined }

/** Returns what each line of a bank statement is. Nothing is stored. Throws ValidationError. */
export async function readStatement(ctx: Ctx, statement: StatementInput): Promise<Proposal[]> {
  const { callerAccount } = await mayCall(ctx)
  const lines = await linesOf(ctx, statement)
  return proposalsFor(lines, await factsOf(ctx, callerAccount, lines, lines))
}

async function linesOf(ctx: Ctx, { camt, csv }: StatementInput): Promise<StatementLine[]> {
  if (Boolean(camt) === Boolean(csv))
    throw ValidationError([
      bodyError('camt', 'required', {
        en: 'is required, or csv in its place, but not both.',
        ru: 'нужно указать; вместо него можно CSV, но не оба сразу.',
      }),
    ])
  const said = camt ? await linesOfCamt(camt) : await linesOfCsv(csv ?? '', ctx.config.currency)
  await mustBeOurs(ctx, said)
  return withKeys(said)
}

/** Throws ValidationError for a statement of an account that is not the marketplace's, if it has entered its own. */
async function mustBeOurs(ctx: Ctx, lines: readonly { readonly account: string | null }[]): Promise<void> {
  const own = await ownIban(ctx)
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/
  const other = lines.find(({ account }) => account !== null && isIban.test(account) && account !== own)?.account
  if (own === null || !other) return
  const [shown, expected] = [other, own].map((iban) => hintOf({ type: 'Bank', iban }))
  throw ValidationError([
    bodyError('camt', 'account', {
      en: `is the statement of the account ${shown}. The marketplace's bank account is ${expected}.`,
      ru: `это выписка по счёту ${shown}. Счёт площадки — ${expected}.`,
    }),
  ])
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Reads what is known about lines of a file. */
async function factsOf(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  caller: number,
  lines: readonly StatementLine[],
  file: readonly StatementLine[],
): Promise<StatementFacts> {
  const credits = lines.map((line) => ({ line, account: referencesIn('D', line).ids[0] ?? 0 })).filter(isCredit)
  const entries = await readEntries(
    db,
    lines.map(({ key }) => key),
  )
  const named = lines.flatMap((line) => (line.direction === 'Debit' ? referencesIn('W', line).ids : []))
  const accounts = [...credits.map(({ account }) => account), ...entries.flatMap(({ account }) => account ?? [])]
  const payers = await readPayers(db, accounts)
  const withdrawals = await readPaidWithdrawals(db, [
    ...named,
    ...entries.flatMap(({ withdrawal }) => withdrawal ?? []),
  ])
  const similar = await readSimilar(db, {
    keys: credits.map(({ line }) => line.key),
    accounts: credits.map(({ account }) => account),
    units: credits.map(({ line }) => line.units),
    days: credits.map(({ line }) => line.bookedOn),
    own: file.map(bookingReferenceOf),
  })
  return {
    currency: config.currency,
    caller,
    entries: new Map(entries.map((entry) => [entry.key, entry])),
    payers: new Map(payers.map((payer) => [payer.account, payer])),
    withdrawals: byId(withdrawals),
    similar: new Map(similar.map(({ key, ...found }) => [key, found])),
  }
}

const isCredit = ({ line, account }: { readonly line: StatementLine; readonly account: number }): boolean =>
  line.direction === 'Credit' && line.obstacle === null && account !== 0

/**
 * Books lines of a statement as proposed, each on its own. A line that is booked already, or waits for a second operator, is left as it is.
 * Throws ValidationError if a line is not in the statement.
 */
export async function confirmLines(
  ctx: Ctx,
  statement: StatementInput,
  confirmed: readonly ConfirmedLine[],
): Promise<ConfirmedOutcome[]> {
  const { callerAccount } = await mayCall(ctx)
  const file = await linesOf(ctx, statement)
  const keys = new Set(file.map(({ key }) => key))
  const missing = confirmed.findIndex(({ key }) => !keys.has(key))
  if (missing >= 0)
    throw ValidationError([
      bodyError(`lines.${missing}.key`, 'unknown', {
        en: 'is no line of this statement.',
        ru: 'такой строки в этой выписке нет.',
      }),
    ])
  const outcomes = new Map<string, ConfirmedOutcome>()
  // In the order of the file, so that concurrent confirmations do not wait for each other.
  for (const line of file) {
    const named = confirmed.find(({ key }) => key === line.key)
    if (named) outcomes.set(line.key, await outcomeOf(ctx, { line, file, named, callerAccount }))
  }
  return confirmed.map(({ key }) => outcomes.get(key) as ConfirmedOutcome)
}

type Confirming = {
  readonly line: StatementLine
  readonly file: readonly StatementLine[]
  readonly named: ConfirmedLine
  readonly callerAccount: Id<'account'>
}

async function outcomeOf(ctx: Ctx, confirming: Confirming): Promise<ConfirmedOutcome> {
  const { key } = confirming.line
  try {
    return { key, proposal: await confirmOne(ctx, confirming) }
  } catch (error) {
    if (error instanceof Problem) return { key, problem: error }
    throw error
  }
}

const confirmOne = (ctx: Ctx, { line, file, named, callerAccount }: Confirming): Promise<Proposal> =>
  ctx.db.transaction(async (db) => {
    await lockEntry(db, line.key)
    // The same money may be confirmed from another file, whose line has another key.
    const [account] = line.direction === 'Credit' ? referencesIn('D', line).ids : []
    if (account !== undefined) await lockBookingsOf(db, account)
    const within = { ...ctx, db }
    const before = await proposalOf(within, callerAccount, line, file)
    if (before.state === 'Booked' || before.state === 'Waiting') return before
    mustBeAsSeen(before, named)
    const entry = { ...(await book(within, before)), key: line.key, by: callerAccount || null }
    await writeEntry(db, entry).catch((error: unknown) => {
      // Another line paid the same withdrawal at the same time.
      if (constraintOf(error) === 'bank_entries_withdrawal_once')
        throw StatementLineChanged({ state: 'Unmatched', reason: 'PaidTwice' })
      throw error
    })
    return proposalOf(within, callerAccount, line, file)
  })

async function proposalOf(
  ctx: Pick<Ctx, 'config'> & { readonly db: Db },
  caller: number,
  line: StatementLine,
  file: readonly StatementLine[],
): Promise<Proposal> {
  const [proposal] = proposalsFor([line], await factsOf(ctx as Ctx, caller, [line], file))
  return proposal as Proposal
}

/** Books a proposal in the way of its noun: the rules for a second operator, the ledger and the audit log are theirs. */
async function book(
  ctx: Ctx,
  proposal: Proposal,
): Promise<Pick<NewEntry, 'deposit' | 'bookingRequest' | 'withdrawal'>> {
  const { payer, withdrawal, bankReference, text, units } = proposal
  const reference = bookingReferenceOf(proposal)
  const nothing = { deposit: null, bookingRequest: null, withdrawal: null }
  if (withdrawal) {
    await transitionWithdrawal(ctx, { id: withdrawal.id, move: 'pay', reference: bankReference || reference })
    return { ...nothing, withdrawal: withdrawal.id }
  }
  const note = text === '' ? {} : { note: text }
  const booking = {
    accountId: payer?.account as number,
    amount: decimalOf(units),
    method: 'Bank',
    reference,
    ...note,
  } as const
  const outcome = await bookOrRequest(ctx, booking)
  return 'booked' in outcome
    ? { ...nothing, deposit: outcome.booked.id }
    : { ...nothing, bookingRequest: outcome.request.id }
}
