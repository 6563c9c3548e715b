import { accountOfReference } from '../accounts/deposit-reference.ts'
import type { Id } from '../values/id.ts'
import { amountMax, type Units, unitsOf } from '../values/money.ts'
import { bodyError, ValidationError } from '../values/problems/problem.ts'
import { isTooPrecise, type Sentence } from '../values/sentences.ts'

/** Parses an amount: more than 0, no more than 100 million, up to four fraction digits. */
export const unitsOfAmount = (amount: number): Units => unitsOfMember('amount', amount)

function unitsOfMember(member: string, amount: number): Units {
  const wrong = (detail: Sentence) => ValidationError([bodyError(member, 'range', detail)])
  if (!(amount > 0 && amount <= amountMax))
    throw wrong({
      en: `must be more than 0 and at most ${amountMax}.`,
      ru: `должно быть больше 0 и не больше ${amountMax}.`,
    })
  try {
    return unitsOf(amount)
  } catch {
    throw wrong(isTooPrecise)
  }
}

/** A balance must not exceed what a JSON number represents exactly. */
export const balanceTooLarge = () =>
  ValidationError([
    bodyError('amount', 'range', {
      en: 'would bring the balance above a hundred billion.',
      ru: 'баланс превысил бы сто миллиардов.',
    }),
  ])

/** An account, named in one of three ways. */
export type NamedAccount = {
  readonly email?: string | undefined
  readonly accountId?: number | undefined
  /** As `depositReferenceOf` makes it. */
  readonly accountReference?: string | undefined
}

/** The account for which a deposit is booked. */
export type Payer = {
  readonly account: Id<'account'>
  readonly email: string
  /** As in its billing details; null before they are entered. */
  readonly name: string | null
}

/** Returns the e-mail address or id of the account that a request names in exactly one way. */
export function namedAccount(
  { email, accountId, accountReference }: NamedAccount,
  errorOf: typeof bodyError = bodyError,
): Pick<NamedAccount, 'email' | 'accountId'> {
  const given = [email, accountId, accountReference].filter((each) => each !== undefined)
  if (given.length !== 1)
    throw ValidationError([
      errorOf('email', 'required', {
        en: 'is required, or accountId or accountReference in its place: only one.',
        ru: 'нужно указать, или вместо него accountId или accountReference: что-то одно.',
      }),
    ])
  if (accountReference === undefined) return { email, accountId }
  const id = accountOfReference(accountReference)
  if (id !== undefined) return { accountId: id }
  throw ValidationError([
    errorOf('accountReference', 'pattern', {
      en: 'must be a reference of an account, such as D-17-47.',
      ru: 'должно быть кодом аккаунта, например D-17-47.',
    }),
  ])
}

/** Parses a threshold: 0 or more. */
export function thresholdUnits(amount: number): Units {
  return amount === 0 ? 0n : unitsOfMember('lowBalanceThreshold', amount)
}
