import { bodyError, type FieldError, refuse, ValidationError } from '../values/problems/problem.ts'
import type { Rule } from '../values/rules/rule.ts'
import { noScore, scoreRequired, UnknownQualification } from './qualification.ts'
import type { Requirement } from './requirement.ts'

/** Of the qualifications that an offer names, the ones that its advertiser cannot use, the groups, and the marketplace's; null: it names none. */
export type RequiredFacts = {
  readonly qualificationsUnknown: readonly number[] | null
  readonly qualificationsWithoutScore: readonly number[] | null
  readonly qualificationsOfMarketplace: readonly number[] | null
}

/** Throws UnknownQualification for qualifications of others, as for those that do not exist, and ValidationError for scores of groups. */
export function checkRequirements(
  requirements: readonly Requirement[] | null,
  facts: RequiredFacts,
  path = 'requirements',
): void {
  const isOneOf = (ids: readonly number[] | null) => (each: Requirement) =>
    each.type === 'Qualification' && (ids ?? []).includes(each.qualificationId)
  const placesOf = (isWrong: (each: Requirement) => boolean) =>
    (requirements ?? []).flatMap((each, index) => (isWrong(each) ? [index] : []))
  const isUnknown = isOneOf(facts.qualificationsUnknown)
  const isGroup = isOneOf(facts.qualificationsWithoutScore)
  refuse(
    UnknownQualification,
    placesOf(isUnknown).map((index) =>
      bodyError(`${path}.${index}.qualificationId`, 'unknown', {
        en: 'is neither an own qualification nor one of the marketplace.',
        ru: 'это не ваша квалификация и не квалификация площадки.',
      }),
    ),
  )
  refuse(
    ValidationError,
    placesOf((each) => isGroup(each) && each.values.length > 0).map((index) =>
      bodyError(`${path}.${index}.values`, 'not_applicable', {
        en: 'must be left out: a group has no scores. People are in it or not.',
        ru: 'должно быть пусто: у группы нет оценок. Выберите «входит» или «не входит».',
      }),
    ),
  )
}

const shareTypes: readonly string[] = ['Accuracy', 'Agreement', 'QuizPassed']

/**
 * Throws UnknownQualification for rules that grant or take qualifications of others: those of the marketplace are granted by operators. Throws
 * ValidationError for scores of groups, and where a score is missing and no share says it.
 */
function checkRuleQualifications(rules: readonly Rule[] | null, facts: RequiredFacts): void {
  const errorsOf = (errorOf: (rule: Rule, path: string, id: number) => FieldError | undefined) =>
    (rules ?? []).flatMap((rule, index) =>
      'qualificationId' in rule.then ? (errorOf(rule, `rules.${index}.then`, rule.then.qualificationId) ?? []) : [],
    )
  const isIn = (ids: readonly number[] | null, id: number) => (ids ?? []).includes(id)
  refuse(
    UnknownQualification,
    errorsOf((_, path, id) =>
      isIn(facts.qualificationsUnknown, id) || isIn(facts.qualificationsOfMarketplace, id)
        ? bodyError(`${path}.qualificationId`, 'unknown', {
            en: 'is not an own qualification.',
            ru: 'это не ваша квалификация.',
          })
        : undefined,
    ),
  )
  refuse(
    ValidationError,
    errorsOf(({ when, then }, path, id) => {
      if (then.type !== 'Grant') return undefined
      if (!isIn(facts.qualificationsWithoutScore, id))
        return then.score === undefined && !shareTypes.includes(when.type)
          ? bodyError(`${path}.score`, 'required', scoreRequired)
          : undefined
      return then.score === undefined ? undefined : bodyError(`${path}.score`, 'not_applicable', noScore)
    }),
  )
}

/** Checks all qualifications that an offer names. */
export function checkNamed(
  {
    requirements,
    rules,
  }: { readonly requirements: readonly Requirement[] | null; readonly rules: readonly Rule[] | null },
  facts: RequiredFacts,
): void {
  checkRequirements(requirements, facts)
  checkRuleQualifications(rules, facts)
}
