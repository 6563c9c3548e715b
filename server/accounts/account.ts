import { isCountry } from '../values/countries.ts'
import type { Id } from '../values/id.ts'
import { canonical } from '../values/language.ts'
import { amountMax, type Units, unitsOf } from '../values/money.ts'
import {
  bodyError,
  conflict,
  type FieldError,
  forbidden,
  missing,
  ValidationError,
} from '../values/problems/problem.ts'
import {
  charactersBetween,
  isTooPrecise,
  mustBeAmong,
  mustBeEmail,
  mustBeLanguage,
  mustBeOneOf,
  mustBeWhole,
  type Sentence,
} from '../values/sentences.ts'
import type { CredentialKind } from './credential.ts'

export const roles = ['Advertiser', 'Executor', 'Operator'] as const
export type Role = (typeof roles)[number]

export const scopes = [
  'tasks:read',
  'tasks:write',
  'reports:read',
  'reports:write',
  'balance:read',
  'balance:write',
  'webhooks:manage',
  'events:read',
] as const

export const genders = ['Male', 'Female'] as const

export const tokenDaysDefault = 90
export const tokenDaysMax = 365
/** Maximum number of unrevoked credentials of each kind per account. */
export const credentialsMax = { AccessToken: 100, ApiKey: 10, TestKey: 5 } as const
const emailLengthMax = 254
export const passwordLengthMin = 10
export const passwordLengthMax = 128
export const nameLengthMax = 100

export type Account = {
  readonly id: Id<'account'>
  readonly email: string
  readonly roles: readonly Role[]
  readonly language: string
  readonly status: 'Active' | 'Suspended'
  readonly statusReason: string | null
}

/** What a credential may spend per UTC day, and has spent. The maximum of other credentials than API keys is null. */
export type KeySpending = {
  /** null: no maximum. */
  readonly dailySpendMaxUnits: Units | null
  /** The UTC day to which `spentUnits` belongs; null: nothing was spent yet. */
  readonly spentOn: string | null
  readonly spentUnits: Units
}

/** What a credential may spend at once, too. */
export type SpendingLimits = KeySpending & {
  /** The most that one operation of a member may spend; null: no limit, or not of a member. */
  readonly spendMaxUnits: Units | null
}

export type Credential = KeySpending & {
  readonly id: Id<'credential'>
  readonly kind: CredentialKind
  readonly account: Id<'account'>
  readonly name: string | null
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  /** Networks from which an API key is accepted; null: any. */
  readonly networks: readonly string[] | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** When, and from which address, it was last presented outside its networks. */
  readonly refusedAt: Date | null
  readonly refusedAddress: string | null
}

export type NewAccount = {
  readonly email: string
  readonly roles: readonly string[]
  readonly language: string
  readonly birthDate?: string | undefined
  readonly country?: number | undefined
  readonly gender?: string | undefined
  readonly password?: string | undefined
}

export const AccountNotFound = missing<{ email: string } | { accountId: number | null | undefined }>(
  'account_not_found',
  'Account not found',
  (named) => `No account has the ${'email' in named ? `e-mail address ${named.email}` : `id ${named.accountId}`}.`,
)
export const CredentialNotFound = missing('credential_not_found', 'Credential not found', 'No credential has this id.')
export const SandboxUnavailable = forbidden<{ reason: keyof typeof sandboxReasons }>(
  'sandbox_unavailable',
  'Sandbox not available',
  ({ reason }) => sandboxReasons[reason],
)
const sandboxReasons = {
  off: 'This marketplace has no sandboxes, so it has no test keys. Use an API key (mkt_live_…).',
  database: 'The database of this marketplace does not allow it to create sandboxes. Ask its operator.',
  full: 'This marketplace has as many sandboxes in use as it allows. Try again later.',
} as const
export const EmailTaken = conflict<{ email: string }>(
  'email_taken',
  'E-mail address taken',
  ({ email }) => `The e-mail address ${email} already has an account.`,
)
export const TooManyCredentials = conflict<{ most: number }>(
  'too_many_credentials',
  'Too many credentials',
  ({ most }) => `The limit is ${most} per account. Revoke one first.`,
)
export const AccountRoleMissing = conflict<{ role: string }>(
  'account_role_missing',
  'Role missing',
  ({ role }) => `The account does not have the role ${role}.`,
)

export const OwnerSuspended = conflict(
  'owner_suspended',
  'Advertiser suspended',
  "The advertiser's account is suspended. Restore it first, or reject the offer.",
)

/** Erased accounts get an address at this domain, which receives no mail (RFC 2606). New accounts cannot use it. */
export const erasedDomain = 'deleted.invalid'

/** Whether the normalized text can be a person's e-mail address. */
export const isEmail = (email: string): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= emailLengthMax && !email.endsWith(`@${erasedDomain}`)

export const normalEmail = (email: string): string => email.trim().toLowerCase()

const includes = (known: readonly string[], text: string): boolean => known.includes(text)

export const countryExpected = {
  en: 'must be an ISO 3166-1 numeric code such as 840.',
  ru: 'должно быть номером страны (ISO 3166-1), например 840.',
}
export const dayExpected = { en: 'must be a day such as 1990-01-31.', ru: 'должно быть датой, например 1990-01-31.' }
export const languageExpected = mustBeLanguage

/** Returns the checked account with its address, language and roles normalized. */
export function normalizedAccount<Input extends NewAccount>(input: Input): Input {
  const language = canonical(input.language) ?? input.language
  const account = { ...input, language, email: normalEmail(input.email), roles: [...new Set(input.roles)] }
  checkAccount(account)
  return account
}

/** Throws ValidationError naming every invalid member. */
export function checkAccount(account: NewAccount): void {
  const errors: FieldError[] = []
  const wrong = (field: string, detail: Sentence) => errors.push(bodyError(field, 'invalid', detail))
  if (!isEmail(account.email)) wrong('email', mustBeEmail)
  if (account.roles.length === 0)
    wrong('roles', {
      en: `must name at least one of ${roles.join(', ')}.`,
      ru: `нужно назвать хотя бы одно из: ${roles.join(', ')}.`,
    })
  for (const role of account.roles) if (!includes(roles, role)) wrong('roles', mustBeAmong(roles, role))
  if (account.gender !== undefined && !includes(genders, account.gender)) wrong('gender', mustBeOneOf(genders))
  if (account.country !== undefined && !isCountry(account.country)) wrong('country', countryExpected)
  if (account.birthDate !== undefined && !isDay(account.birthDate)) wrong('birthDate', dayExpected)
  if (canonical(account.language) === undefined) wrong('language', languageExpected)
  const length = account.password === undefined ? passwordLengthMin : [...account.password].length
  if (length < passwordLengthMin || length > passwordLengthMax) {
    wrong('password', charactersBetween(passwordLengthMin, passwordLengthMax))
  }
  if (errors.length > 0) throw ValidationError(errors)
}

export const isDay = (text: string): boolean => {
  // PostgreSQL has no year 0.
  const day = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Returns the age in full years on the UTC date of `now`. */
export function ageOn(birthDate: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number)
  const hadBirthday = now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day)
  return now.getUTCFullYear() - year - (hadBirthday ? 0 : 1)
}

export function checkCredentialName(name: string | undefined): void {
  if (name !== undefined && (name.length === 0 || [...name].length > nameLengthMax)) {
    throw ValidationError([bodyError('name', 'max_length', charactersBetween(1, nameLengthMax))])
  }
}

export function checkScopes(requested: readonly string[]): void {
  const unknown = requested.filter((scope) => !includes(scopes, scope))
  if (unknown.length > 0) {
    throw ValidationError([bodyError('scopes', 'enum', mustBeAmong(scopes, unknown.join(', ')))])
  }
}

export function checkDays(days: number): void {
  if (!Number.isInteger(days) || days < 1 || days > tokenDaysMax) {
    throw ValidationError([bodyError('days', 'range', mustBeWhole(1, tokenDaysMax))])
  }
}

/** Returns the units of a requested maximum; null for none. Throws ValidationError. */
export function dailySpendMaxUnitsFrom(amount: number | null | undefined, field = 'dailySpendMax'): Units | null {
  if (amount === null || amount === undefined) return null
  const wrong = (detail: Sentence) => ValidationError([bodyError(field, 'range', detail)])
  if (!(amount >= 0 && amount <= amountMax))
    throw wrong({ en: `must be at least 0 and at most ${amountMax}.`, ru: `должно быть от 0 до ${amountMax}.` })
  try {
    return unitsOf(amount)
  } catch {
    throw wrong(isTooPrecise)
  }
}
