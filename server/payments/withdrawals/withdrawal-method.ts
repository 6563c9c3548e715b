import { isValidIBAN } from 'ibantools'
import { bodyError, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { textFault, tidyText } from '../../values/requests/texts.ts'
import { mustBeEmail, type Sentence } from '../../values/sentences.ts'

/** The types of payout accounts, called methods in requests, with their required and optional members. */
export const methods = {
  Bank: { needs: ['holder', 'iban'], takes: ['bic'] },
  LocalBank: { needs: ['holder', 'accountNumber', 'bankCode', 'country'], takes: ['bankName'] },
  PayPal: { needs: ['email'], takes: ['holder'] },
} as const
export type MethodType = keyof typeof methods
export const methodTypes = Object.keys(methods) as MethodType[]

export const methodMembers = [
  'holder',
  'iban',
  'bic',
  'accountNumber',
  'bankCode',
  'bankName',
  'country',
  'email',
] as const
export type MethodMember = (typeof methodMembers)[number]
export const memberLengthMax = 140

/** A payout account, with only the members that its type allows. */
export type Method = { readonly type: MethodType } & Readonly<Partial<Record<MethodMember, string>>>
type MethodInput = { readonly type: MethodType } & Readonly<Partial<Record<MethodMember, string | null | undefined>>>

type Form = { readonly isRight: (text: string) => boolean; readonly detail: Sentence }
const like = (pattern: RegExp, detail: Sentence): Form => ({ isRight: (text) => pattern.test(text), detail })
const name: Form = {
  isRight: (text) => textFault('title', text) === undefined,
  detail: { en: 'must be a name in one line.', ru: 'должно быть именем в одну строку.' },
}

const forms: Readonly<Record<MethodMember, Form>> = {
  holder: name,
  iban: {
    isRight: isValidIBAN,
    detail: {
      en: 'must be an IBAN; its length or check digits do not fit its country.',
      ru: 'должно быть номером IBAN: длина или контрольные цифры не подходят стране.',
    },
  },
  bic: like(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, {
    en: 'must be a BIC of 8 or 11 characters.',
    ru: 'должно быть кодом BIC из 8 или 11 символов.',
  }),
  accountNumber: like(/^[A-Z0-9][A-Z0-9 -]{1,33}$/, {
    en: 'must be the number of a bank account.',
    ru: 'должно быть номером банковского счёта.',
  }),
  bankCode: like(/^[A-Z0-9][A-Z0-9 -]{1,33}$/, { en: 'must be the code of a bank.', ru: 'должно быть кодом банка.' }),
  bankName: name,
  country: like(/^[A-Z]{2}$/, {
    en: 'must be a country of ISO 3166-1, in two letters.',
    ru: 'должно быть страной по ISO 3166-1, из двух букв.',
  }),
  email: like(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u, mustBeEmail),
}

/** Stored in upper case. */
const capital: readonly MethodMember[] = ['iban', 'bic', 'accountNumber', 'bankCode', 'country']
const withoutBlanks: readonly MethodMember[] = ['iban', 'bic', 'country']

function tidy(member: MethodMember, given: string | null | undefined): string | undefined {
  const text = tidyText(given ?? '')
  const large = capital.includes(member) ? text.toUpperCase() : text
  return (withoutBlanks.includes(member) ? large.replace(/ /g, '') : large) || undefined
}

/**
 * Normalizes payment details. Throws ValidationError naming every missing, invalid or unsupported member; `place` is where they stand in
 * the body.
 */
export function methodOf(given: MethodInput, place = 'method.'): Method {
  const { type } = given
  const { needs, takes } = methods[type]
  const errors: FieldError[] = []
  const allowed: Partial<Record<MethodMember, string>> = {}
  for (const member of methodMembers) {
    const text = tidy(member, given[member])
    const error = fault(member, text, type, place)
    if (error) errors.push(error)
    else if (text !== undefined && [...needs, ...takes].some((each) => each === member)) allowed[member] = text
  }
  if (errors.length > 0) throw ValidationError(errors)
  return { type, ...allowed }
}

function fault(
  member: MethodMember,
  text: string | undefined,
  type: MethodType,
  place: string,
): FieldError | undefined {
  const { needs, takes } = methods[type]
  const error = (code: string, detail: Sentence) => bodyError(`${place}${member}`, code, detail)
  const isNeeded = needs.some((each) => each === member)
  if (text === undefined)
    return isNeeded
      ? error('required', { en: `is required for the method ${type}.`, ru: `нужно для способа ${type}.` })
      : undefined
  if (!isNeeded && !takes.some((each) => each === member))
    return error('unexpected', { en: `is not supported by the method ${type}.`, ru: `не нужно для способа ${type}.` })
  return forms[member].isRight(text) ? undefined : error('format', forms[member].detail)
}

const isSign = /[^A-Z0-9]/g
const leadingZeros = /^0+(?=.)/
const subaddress = /\+.*$/

/**
 * Returns a key that identifies the account, equal for different spellings. Omits the names of holder and bank, which do not affect
 * where the money goes.
 */
export function accountIdentity(method: Method): string {
  const { iban, accountNumber = '', bankCode = '', country = '', email = '' } = method
  if (iban !== undefined) return `iban:${iban}`
  if (method.type === 'PayPal') {
    const [name = '', host = ''] = email
      .normalize('NFKC')
      .toLowerCase()
      .split(/@(?=[^@]*$)/)
    return `paypal:${name.replace(subaddress, '')}@${host}`
  }
  const plainNumber = (number: string) => number.replace(isSign, '').replace(leadingZeros, '')
  return `local:${country}:${plainNumber(bankCode)}:${plainNumber(accountNumber)}`
}

/** Returns a masked form of the details: recognizable, but not usable. */
export function hintOf(method: Method): string {
  const { iban, accountNumber, email = '' } = method
  const number = iban ?? accountNumber
  if (number !== undefined) return `…${number.replace(/[ -]/g, '').slice(-4)}`
  const [name = '', host = ''] = email.split(/@(?=[^@]*$)/)
  return `${name.slice(0, 1)}…@${host}`
}
