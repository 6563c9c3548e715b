import type { Id } from '../values/id.ts'
import { bodyError, conflict, type FieldError, invalid, missing, ValidationError } from '../values/problems/problem.ts'
import { charactersMin, isNamedTwice } from '../values/sentences.ts'

/** Of one account, or of the marketplace. */
export const qualificationsMax = 100
export const nameLengthMax = 100
export const descriptionLengthMax = 500
/** The most grants of one request, as JSON and as CSV. */
export const grantsAsJsonMax = 1_000
export const grantsAsCsvMax = 50_000

/** A named score of executors; without scores, a group of them. */
export type Qualification = {
  readonly id: Id<'qualification'>
  /** The advertiser who made it; null: the operators of the marketplace. */
  readonly advertiser: Id<'account'> | null
  readonly name: string
  readonly description: string | null
  readonly howToGet: string | null
  /** Whether executors may know that it exists, and that they have it. */
  readonly isVisible: boolean
  readonly hasScore: boolean
  readonly grants: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type QualificationInput = Pick<Qualification, 'name' | 'description' | 'howToGet' | 'isVisible' | 'hasScore'>
export type QualificationChange = Partial<Omit<QualificationInput, 'hasScore'>>

/** A grant as its owner sees it. */
export type Grant = {
  readonly id: Id<'grant'>
  readonly executor: Id<'account'>
  /** The executor's alias for the advertiser; null: a qualification of the marketplace. */
  readonly executorAlias: string | null
  readonly nickname: string | null
  readonly score: number | null
  readonly expiresAt: Date | null
  readonly grantedAt: Date
}

/** A grant to make; a later one replaces an earlier one of the same executor. */
export type NewGrant = {
  readonly executor: Id<'account'>
  readonly executorAlias: string | null
  readonly score: number | null
  readonly expiresAt: Date | null
}

/** A grant as it is requested, by the name of its executor: an alias, or for operators the id of the account. */
export type NamedGrant = Pick<NewGrant, 'score' | 'expiresAt'> & {
  readonly executor: string
  /** The line of a file. */
  readonly line?: number
}

/** The side of the request: an advertiser for their own, or an operator for the marketplace's. */
export type Side = 'advertiser' | 'operator'

/** The person who grants or takes a qualification, with the reason. A quiz or a rule acts for the account that set it up. */
export type Giver = {
  readonly actor: 'advertiser' | 'operator' | 'system'
  readonly account: Id<'account'> | null
  readonly reason: string | null
}

/** A qualification as its executor sees it. */
export type OwnQualification = Pick<Qualification, 'id' | 'name' | 'description' | 'howToGet' | 'hasScore'> &
  Pick<Grant, 'score' | 'expiresAt' | 'grantedAt'> & {
    readonly isOfMarketplace: boolean
    readonly isExpired: boolean
  }

export const QualificationNotFound = missing(
  'qualification_not_found',
  'Qualification not found',
  'You have no qualification with this id.',
)
export const TooManyQualifications = conflict<{ most: number }>(
  'too_many_qualifications',
  'Too many qualifications',
  ({ most }) => `The limit is ${most} qualifications. Delete one that is no longer used.`,
)
export const QualificationInUse = conflict<{ taskIds: readonly number[] }>(
  'qualification_in_use',
  'Qualification in use',
  ({ taskIds }) =>
    `The tasks ${taskIds.join(', ')} require this qualification. Archive them or change their requirements.`,
)
/** For requirements. A qualification of another advertiser is as unknown as one that does not exist. */
export const UnknownQualification = invalid('unknown_qualification', 'Unknown qualification')
export const GrantsInvalid = invalid('grants_invalid', 'Invalid grants')

/** Returns the trimmed name. Throws ValidationError if it is empty. */
export function nameOf(text: string): string {
  const name = text.trim()
  if (name !== '') return name
  throw ValidationError([bodyError('name', 'min_length', charactersMin(1), { min: 1 })])
}

const errorsMax = 20

export const scoreRequired = {
  en: 'is required: this qualification has scores.',
  ru: 'нужна оценка: у этой квалификации есть оценки.',
}
export const noScore = {
  en: 'must be left out: this qualification is a group without scores.',
  ru: 'должно быть пусто: эта квалификация — группа без оценок.',
}
const notLater = { en: 'must be in the future.', ru: 'это время уже прошло.' }
const unknownAlias = {
  en: 'is not the id of an executor who has worked for you.',
  ru: 'это не номер исполнителя, который на вас работал.',
}
const unknownAccount = { en: 'is not the id of an executor.', ru: 'это не номер исполнителя.' }

/** Makes the error of a member of the grant at this index; in a file, of its line. */
export type PlacedError = (index: number, member: string, code: string, detail: FieldError['detail']) => FieldError

export const placedInBody: PlacedError = (index, member, code, detail) =>
  bodyError(`grants.${index}.${member}`, code, detail)

type Known = { readonly executor: Id<'account'> | null }

/**
 * Returns the grants to make. Throws GrantsInvalid with the wrong ones: unknown executors, scores that are missing or not wanted, times that
 * have passed, and executors named twice. `known` has the executor of each.
 */
export function checkGrants(
  { advertiser, hasScore }: Pick<Qualification, 'advertiser' | 'hasScore'>,
  named: readonly NamedGrant[],
  known: readonly Known[],
  { now, placed }: { readonly now: Date; readonly placed: PlacedError },
): NewGrant[] {
  const errors: FieldError[] = []
  const seen = new Set<number>()
  const grants: NewGrant[] = []
  for (const [index, { executor: name, score, expiresAt }] of named.entries()) {
    if (errors.length >= errorsMax) break
    const wrong = (member: string, code: string, detail: FieldError['detail']) =>
      errors.push(placed(index, member, code, detail))
    const executor = known[index]?.executor ?? null
    if (executor === null) wrong('executorId', 'unknown', advertiser === null ? unknownAccount : unknownAlias)
    else if (seen.has(executor)) wrong('executorId', 'unique_items', isNamedTwice)
    if (hasScore && score === null) wrong('score', 'required', scoreRequired)
    if (!hasScore && score !== null) wrong('score', 'not_applicable', noScore)
    if (expiresAt !== null && expiresAt <= now) wrong('expiresAtUtc', 'range', notLater)
    if (executor === null) continue
    seen.add(executor)
    grants.push({ executor, executorAlias: advertiser === null ? null : name, score, expiresAt })
  }
  if (errors.length > 0) throw GrantsInvalid(errors)
  return grants
}
