import { randomUUID } from 'node:crypto'
import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { actorOf } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Db, retryOnConflict } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { anyDeposit } from '../deposits/actions.ts'
import { type Booking, bookDeposit, payee } from '../deposits/actions-bookings.ts'
import { type Deposit, mustBeVoidable, ReferenceTaken, refundUnits } from '../deposits/deposit.ts'
import { unitsOfAmount } from '../payment.ts'
import { type RefundInput, refundDeposit, voidDeposit } from '../refunds/actions-refunds.ts'
import {
  type BookingRequest,
  BookingRequestNotFound,
  type BookingRequestView,
  mustBeOpen,
  needsSecondOperator,
} from './booking-request.ts'
import {
  decideBookingRequest,
  insertBookingRequest,
  isBooked,
  lockBookingRequest,
  lockBookings,
  type NewBookingRequest,
  readBookedAlone,
  readBookingRequests,
  readSameRequest,
} from './sql.ts'

/** A completed booking, or the request that another operator must approve. */
export type Outcome<Booked> = { readonly booked: Booked } | { readonly request: BookingRequestView }

/** Serializes bookings for one account until the transaction ends, so that each sees the earlier ones. */
export const lockBookingsOf = (db: Db, account: number): Promise<number> => lockBookings(db, account)

/**
 * Books a deposit. Creates a request instead if the amount, plus the operator's bookings to the account in the last 24 hours,
 * exceeds BOOKING_APPROVAL_ABOVE. A deposit that is already booked is returned unchanged.
 */
export async function bookOrRequest(
  ctx: Ctx,
  booking: Booking,
): Promise<Outcome<Deposit & { readonly isNew: boolean }>> {
  const { callerAccount: operator } = await mayCall(ctx)
  const units = unitsOfAmount(booking.amount)
  const { bookingApprovalAbove: above, currency } = ctx.config
  if (ctx.by === 'Local' || above === undefined) return { booked: await bookDeposit(ctx, booking) }
  const { account } = await payee(ctx, booking)
  const { method = 'Manual', reference = randomUUID(), note = null } = booking
  const input = { kind: 'Deposit', account, deposit: null, units, currency, method, reference, note } as const
  return ctx.db.transaction(async (db) => {
    await lockBookings(db, account)
    const { units: bookedUnits } = await readBookedAlone(db, { kind: 'Deposit', account, operator })
    const { isBooked: isRepeated } = await isBooked(db, account, reference)
    if (isRepeated || !needsSecondOperator(units, bookedUnits, above))
      return { booked: await bookDeposit({ ...ctx, db }, { ...booking, reference }) }
    return { request: await request(db, { ...input, requestedBy: operator }) }
  })
}

/** Refunds a deposit, or requests the refund by the same rule as a booking. */
export async function refundOrRequest(ctx: Ctx, id: Id<'deposit'>, input: RefundInput): Promise<Outcome<Deposit>> {
  const { callerAccount: operator } = await mayCall(ctx)
  const requested = input.amount === undefined ? undefined : unitsOfAmount(input.amount)
  return takeOrRequest(ctx, id, {
    kind: 'Refund',
    operator,
    note: input.reason ?? null,
    unitsOf: (deposit) => refundUnits(deposit, requested),
    take: (within, units) =>
      refundDeposit(within, id, units === undefined ? input : { ...input, amount: decimalOf(units) }),
  })
}

/** Voids a deposit, or requests it by the same rule as a refund. */
export async function voidOrRequest(ctx: Ctx, id: Id<'deposit'>, reason: string): Promise<Outcome<Deposit>> {
  const { callerAccount: operator } = await mayCall(ctx)
  return takeOrRequest(ctx, id, {
    kind: 'Void',
    operator,
    note: reason,
    unitsOf: (deposit) => {
      mustBeVoidable(deposit)
      return deposit.amountUnits
    },
    take: (within) => voidDeposit(within, id, reason),
  })
}

type Taking = Pick<NewBookingRequest, 'note'> & {
  readonly kind: 'Refund' | 'Void'
  readonly operator: Id<'account'>
  readonly unitsOf: (deposit: Deposit) => Units
  /** Takes the money back; all that is left without units. */
  readonly take: (ctx: Ctx, units?: Units) => Promise<Deposit>
}

/** Takes the money of a deposit back, or requests it if the operator has taken too much from the account alone. */
async function takeOrRequest(
  ctx: Ctx,
  id: Id<'deposit'>,
  { kind, operator, note, unitsOf, take }: Taking,
): Promise<Outcome<Deposit>> {
  const above = ctx.config.bookingApprovalAbove
  if (ctx.by === 'Local' || above === undefined) return { booked: await take(ctx) }
  const { account, currency } = await anyDeposit(ctx, id)
  const asked = { kind, account, deposit: id, currency, method: null, reference: null, note } as const
  return ctx.db.transaction(async (db) => {
    await lockBookings(db, account)
    const within = { ...ctx, db }
    // The deposit may have changed in the meantime.
    const units = unitsOf(await anyDeposit(within, id))
    const { units: bookedUnits } = await readBookedAlone(db, { kind, account, operator })
    if (!needsSecondOperator(units, bookedUnits, above)) return { booked: await take(within, units) }
    return { request: await request(db, { ...asked, units, requestedBy: operator }) }
  })
}

/** Inserts the request, or returns the open one for the same booking. Throws ReferenceTaken if that has another amount. */
const request = (db: Db, made: NewBookingRequest): Promise<BookingRequestView> =>
  retryOnConflict(async () => {
    const stored = (await insertBookingRequest(db, made)) ?? (await readSameRequest(db, made))
    if (!stored) return undefined
    if (stored.units !== made.units)
      throw ReferenceTaken({ reference: made.reference ?? `deposit ${made.deposit}`, amount: decimalOf(stored.units) })
    return { ...stored, callerAccount: made.requestedBy }
  })

export const listBookingRequests = (
  ctx: Ctx,
  statuses: readonly string[],
  page: Page,
): Promise<PageOf<BookingRequestView>> => listedFor(ctx, page, readBookingRequests(ctx.db, ctx.by, statuses, page))

type BookingDecision = {
  readonly id: Id<'bookingRequest'>
  readonly reason: string | null
  readonly isApproved: boolean
}

/** A second operator approves the booking. Throws the errors of the booking itself; the request then stays open. */
export const approveBooking = (ctx: Ctx, id: Id<'bookingRequest'>): Promise<BookingRequestView> =>
  decide(ctx, { id, reason: null, isApproved: true })

export const refuseBooking = (ctx: Ctx, id: Id<'bookingRequest'>, reason: string): Promise<BookingRequestView> =>
  decide(ctx, { id, reason, isApproved: false })

const decide = (ctx: Ctx, { id, reason, isApproved }: BookingDecision): Promise<BookingRequestView> =>
  ctx.db.transaction(async (db) => {
    const booking = await foundFor(ctx, lockBookingRequest(db, ctx.by, id), BookingRequestNotFound)
    mustBeOpen(booking)
    const deposit = isApproved ? await makeBooking({ ...ctx, db }, booking) : null
    const to = isApproved ? 'Approved' : 'Refused'
    const decided = await decideBookingRequest(db, { id, to, by: actorOf(ctx.by, booking), deposit, reason })
    return { ...booking, ...decided }
  })

/** Makes the requested booking. Returns the deposit booked, refunded or voided. */
async function makeBooking(ctx: Ctx, booking: BookingRequest): Promise<Id<'deposit'>> {
  const { kind, account, deposit, method, reference, note } = booking
  const amount = decimalOf(booking.units)
  if (kind === 'Refund')
    return (await refundDeposit(ctx, deposit as Id<'deposit'>, { amount, reason: note ?? undefined })).id
  if (kind === 'Void') return (await voidDeposit(ctx, deposit as Id<'deposit'>, note ?? '')).id
  const input = { accountId: account, amount, method: method ?? undefined, note: note ?? undefined }
  return (await bookDeposit(ctx, { ...input, reference: reference ?? undefined })).id
}
