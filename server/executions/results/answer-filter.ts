import type { Units } from '../../values/money.ts'
import { queryError, ValidationError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'

/** Whether the values of an item's answers are all the same. */
export const agreements = ['Equal', 'Differs'] as const
export type Agreement = (typeof agreements)[number]

/** Which items and reports are wanted, by what was answered. */
export type AnswerFilter = {
  readonly reportStatus: readonly string[] | undefined
  readonly agreement: Agreement | undefined
  /** The member of values that `agreement` compares, instead of whole values, and that has `value`. */
  readonly member: string | undefined
  readonly value: string | undefined
}

export type MatchingReports = {
  /** The reports with their versions, oldest first. */
  readonly reports: readonly { readonly id: number; readonly version: number }[]
  readonly costUnits: Units
  readonly flaggedCount: number
  readonly checkedCount: number
  /** The report after which to continue; null: all were checked. */
  readonly nextAfter: number | null
}

export type ReportsWanted = {
  readonly status: readonly string[] | undefined
  readonly answers: AnswerFilter
  readonly after: number | undefined
}

export const isNarrowed = (filter: AnswerFilter): boolean =>
  Object.values(filter).some((condition) => condition !== undefined)

/** Throws ValidationError unless the parts of the filter belong together. */
export function mustBelongTogether({ agreement, member, value }: AnswerFilter): void {
  if (member === undefined && value !== undefined) throw ValidationError([queryError('value', 'member', needsMember)])
  if (member !== undefined && value === undefined && agreement === undefined)
    throw ValidationError([queryError('member', 'unused', needsUse)])
}

const needsMember: Sentence = {
  en: 'is the value of a member, which must be named in "member".',
  ru: 'относится к полю, которое нужно назвать в "member".',
}
const needsUse: Sentence = {
  en: 'is used with "value" or "agreement" only.',
  ru: 'используется только вместе с "value" или "agreement".',
}
