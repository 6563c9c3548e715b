import type { Id } from '../../values/id.ts'
import { amountMax, type Units, unitsOf } from '../../values/money.ts'
import { conflict, type Problem } from '../../values/problems/problem.ts'
import type { Payer } from '../payment.ts'
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts'
import { type Obstacle, referencesIn, type StatementLine } from './statement-line.ts'

/** Maximum number of lines in one confirmation. */
export const confirmedMax = 100

/**
 * What a line is. `Exact` and `Doubtful` lines can be confirmed. `Booked`: nothing is left to do. `Waiting`: for a second operator.
 */
export const lineStates = ['Exact', 'Doubtful', 'Booked', 'Waiting', 'Unmatched'] as const
export type LineState = (typeof lineStates)[number]

export const lineReasons = [
  // Doubtful
  'SimilarDeposit',
  'SameBankReference',
  'UnusualReference',
  // Booked
  'MarkedAsPaid',
  'Voided',
  // Unmatched
  'NotBooked',
  'Reversal',
  'Batch',
  'NotPositive',
  'TooLarge',
  'OtherCurrency',
  'NoReference',
  'SeveralReferences',
  'UnknownReference',
  'OtherAmount',
  'NotInPayment',
  'PaidTwice',
  'Returned',
] as const
export type LineReason = (typeof lineReasons)[number]

/** What was booked for a line before. */
export type Entry = {
  readonly key: string
  readonly deposit: Id<'deposit'> | null
  readonly depositStatus: string | null
  readonly bookingRequest: Id<'bookingRequest'> | null
  readonly requestStatus: string | null
  /** The advertiser of the deposit. */
  readonly account: Id<'account'> | null
  readonly withdrawal: Id<'withdrawal'> | null
}

export type PaidWithdrawal = {
  readonly id: Id<'withdrawal'>
  readonly executor: Id<'account'>
  readonly email: string
  readonly units: Units
  readonly currency: string
  readonly status: WithdrawalStatus
  /** The line that paid it; null: none. */
  readonly key: string | null
}

/** A deposit that may be of the same money as a line: one that is booked, or one that waits for a second operator. */
export type Similar = Pick<Entry, 'deposit' | 'bookingRequest'>

export type StatementFacts = {
  readonly currency: string
  /** The operator; 0: the command line. */
  readonly caller: number
  readonly entries: ReadonlyMap<string, Entry>
  /** Advertisers by id. */
  readonly payers: ReadonlyMap<number, Payer>
  readonly withdrawals: ReadonlyMap<number, PaidWithdrawal>
  /** Deposits of the same advertiser and amount that other files or operators booked or requested, by the key of the line. */
  readonly similar: ReadonlyMap<string, Similar>
}

/** A line with what is proposed for it. */
export type Proposal = StatementLine & {
  readonly state: LineState
  readonly reason: LineReason | null
  readonly payer: Payer | null
  readonly withdrawal: PaidWithdrawal | null
  /** The deposit that the line booked, or a similar one. */
  readonly deposit: Id<'deposit'> | null
  readonly bookingRequest: Id<'bookingRequest'> | null
  /** Whether the operator may not confirm it, because it concerns them. */
  readonly isOwn: boolean
}
type Found = Pick<Proposal, 'state' | 'reason'> & Partial<Proposal>

/** The record that a confirmation names, as the operator saw it. */
export type ConfirmedLine = {
  readonly key: string
  readonly accountId?: number | null | undefined
  readonly withdrawalId?: number | null | undefined
  /** The similar deposit, or the request for one, that the operator has compared. */
  readonly depositId?: number | null | undefined
  readonly bookingRequestId?: number | null | undefined
}

/** What became of a line that an operator confirmed: its state, or the problem. */
export type ConfirmedOutcome = { readonly key: string; readonly proposal?: Proposal; readonly problem?: Problem }

export const StatementLineChanged = conflict<{ state: string; reason: string | null }>(
  'statement_line_changed',
  'The line of the statement has changed',
  ({ state }) => `The proposal for this line is another one now; the line is ${state}. Read the statement again.`,
)

/** Returns what each line of a file is, in its order. */
export function proposalsFor(lines: readonly StatementLine[], facts: StatementFacts): Proposal[] {
  const paid = new Set<number>()
  return lines.map((line) => {
    const nothing = { payer: null, withdrawal: null, deposit: null, bookingRequest: null }
    const found = { ...nothing, ...(bookedBefore(line, facts) ?? foundFor(line, facts, paid)) }
    if (found.withdrawal) paid.add(found.withdrawal.id)
    const concerned = [found.payer?.account, found.withdrawal?.executor]
    return { ...line, ...found, isOwn: concerned.some((account) => account === facts.caller) }
  })
}

/** A request that the second operator refused booked nothing, so its line can be confirmed again. */
function bookedBefore({ key }: StatementLine, facts: StatementFacts): Found | undefined {
  const entry = facts.entries.get(key)
  if (!entry || entry.requestStatus === 'Refused') return undefined
  const { deposit, depositStatus, bookingRequest, requestStatus, account } = entry
  return {
    state: requestStatus === 'Requested' ? 'Waiting' : 'Booked',
    reason: depositStatus === 'Voided' ? 'Voided' : null,
    deposit,
    bookingRequest,
    payer: facts.payers.get(account ?? 0) ?? null,
    withdrawal: facts.withdrawals.get(entry.withdrawal ?? 0) ?? null,
  }
}

const unmatched = (reason: LineReason, more: Partial<Found> = {}): Found => ({ state: 'Unmatched', reason, ...more })

function foundFor(line: StatementLine, facts: StatementFacts, paid: ReadonlySet<number>): Found {
  const { obstacle, units, currency, direction } = line
  const general: Obstacle | LineReason | undefined =
    obstacle ?? (units <= 0n ? 'NotPositive' : currency === facts.currency ? undefined : 'OtherCurrency')
  if (general) return unmatched(general)
  return direction === 'Debit' ? paymentOf(line, facts, paid) : depositOf(line, facts)
}

/** Money that left the account, for a withdrawal. */
function paymentOf(line: StatementLine, { withdrawals }: StatementFacts, paid: ReadonlySet<number>): Found {
  const { ids, isUnusual } = referencesIn('W', line)
  const [id = 0, another] = ids
  if (another !== undefined) return unmatched('SeveralReferences')
  if (id === 0) return unmatched('NoReference')
  const withdrawal = withdrawals.get(id)
  if (!withdrawal) return unmatched('UnknownReference')
  const { status, units, currency, key } = withdrawal
  if (paid.has(id) || (key !== null && key !== line.key)) return unmatched('PaidTwice', { withdrawal })
  if (status !== 'Processing' && status !== 'Paid') return unmatched('NotInPayment', { withdrawal })
  if (units !== line.units || currency !== line.currency) return unmatched('OtherAmount', { withdrawal })
  if (status === 'Paid') return { state: 'Booked', reason: 'MarkedAsPaid', withdrawal }
  return isUnusual
    ? { state: 'Doubtful', reason: 'UnusualReference', withdrawal }
    : { state: 'Exact', reason: null, withdrawal }
}

/** Money that arrived, from an advertiser. */
function depositOf(line: StatementLine, { payers, similar }: StatementFacts): Found {
  if (referencesIn('W', line).ids.length > 0) return unmatched('Returned')
  const { ids, isUnusual } = referencesIn('D', line)
  const [id = 0, another] = ids
  if (another !== undefined) return unmatched('SeveralReferences')
  if (id === 0) return unmatched('NoReference')
  const payer = payers.get(id)
  if (!payer) return unmatched('UnknownReference')
  if (line.units > unitsOf(amountMax)) return unmatched('TooLarge', { payer })
  const found = similar.get(line.key)
  if (found) return { state: 'Doubtful', reason: 'SimilarDeposit', payer, ...found }
  if (line.isRepeated) return { state: 'Doubtful', reason: 'SameBankReference', payer }
  return isUnusual ? { state: 'Doubtful', reason: 'UnusualReference', payer } : { state: 'Exact', reason: null, payer }
}

/** Returns what an operator may do with a line. */
export const lineActions = ({ state, isOwn }: Pick<Proposal, 'state' | 'isOwn'>): string[] =>
  !isOwn && (state === 'Exact' || state === 'Doubtful') ? ['Confirm'] : []

/** Throws StatementLineChanged unless the line can be confirmed, and proposes what the operator saw. */
export function mustBeAsSeen(proposal: Proposal, named: ConfirmedLine): void {
  const { state, reason, payer, withdrawal, deposit, bookingRequest } = proposal
  const isSeen = payer ? payer.account === named.accountId : withdrawal?.id === named.withdrawalId
  // Otherwise a deposit that was booked since the operator read the statement would be booked again.
  const isCompared =
    reason !== 'SimilarDeposit' ||
    (deposit === (named.depositId ?? null) && bookingRequest === (named.bookingRequestId ?? null))
  if (lineActions(proposal).length === 0 || !isSeen || !isCompared) throw StatementLineChanged({ state, reason })
}
