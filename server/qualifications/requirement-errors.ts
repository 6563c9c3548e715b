import type { Static } from 'typebox'
import { isCountry } from '../values/countries.ts'
import { canonical } from '../values/language.ts'
import { languageLevels, rankOf } from '../values/language-level.ts'
import { bodyError, type FieldError } from '../values/problems/problem.ts'
import { isRequired, mustBeLanguage, mustBeOneOf, mustBeWhole, type Sentence } from '../values/sentences.ts'
import { type Comparison, type Requirement, type requirementBody, scoreMax } from './requirement.ts'

type Body = Static<typeof requirementBody>

const countMax = 1_000_000

type Kind = {
  readonly comparisons: readonly Comparison[]
  /** Whether `In` and `NotIn` may have no values. */
  readonly mayBeBare: boolean
  readonly isValue: (value: number | string) => boolean
  readonly expected: Sentence
}

const wholeUpTo = (max: number): Pick<Kind, 'isValue' | 'expected'> => ({
  isValue: (value) => typeof value === 'number' && value <= max,
  expected: mustBeWhole(0, max),
})

const kinds: Readonly<Record<Requirement['type'], Kind>> = {
  Qualification: { comparisons: ['Equal', 'AtLeast', 'In', 'NotIn'], mayBeBare: true, ...wholeUpTo(scoreMax) },
  Language: {
    comparisons: ['Equal', 'AtLeast', 'In', 'NotIn'],
    mayBeBare: true,
    isValue: (value) => rankOf(value) >= 0,
    expected: mustBeOneOf(languageLevels),
  },
  // Which countries are included is said by `targetCountryIds`.
  Country: {
    comparisons: ['NotIn'],
    mayBeBare: false,
    isValue: (value) => typeof value === 'number' && isCountry(value),
    expected: { en: 'is not a country id (ISO 3166-1 numeric).', ru: 'это не номер страны (ISO 3166-1).' },
  },
  AcceptedShare: { comparisons: ['Equal', 'AtLeast'], mayBeBare: false, ...wholeUpTo(100) },
  AcceptedCount: { comparisons: ['Equal', 'AtLeast'], mayBeBare: false, ...wholeUpTo(countMax) },
}

const oneValue: Sentence = { en: 'must have one value.', ru: 'нужно одно значение.' }
const someValues: Sentence = { en: 'must have a value.', ru: 'нужно хотя бы одно значение.' }
const notOfType: Sentence = { en: 'is not for this type.', ru: 'это не для этого вида требования.' }

const isSet = (comparison: string): boolean => comparison === 'In' || comparison === 'NotIn'

function countErrors(field: string, { type, comparison, values }: Body): FieldError[] {
  const count = values?.length ?? 0
  if (!isSet(comparison)) return count === 1 ? [] : [bodyError(field, 'one_value', oneValue)]
  return count > 0 || kinds[type].mayBeBare ? [] : [bodyError(field, 'required', someValues)]
}

function subjectErrors(path: string, { type, qualificationId, language }: Body): FieldError[] {
  const named = { qualificationId: qualificationId ?? undefined, language: language ?? undefined }
  const wanted = { Qualification: 'qualificationId', Language: 'language' }[type as string]
  const errors = Object.entries(named).flatMap(([name, value]) => {
    if (name === wanted && value === undefined) return [bodyError(`${path}.${name}`, 'required', isRequired)]
    return name !== wanted && value !== undefined ? [bodyError(`${path}.${name}`, 'not_applicable', notOfType)] : []
  })
  const isMalformed = type === 'Language' && typeof language === 'string' && canonical(language) === undefined
  return isMalformed ? [...errors, bodyError(`${path}.language`, 'format', mustBeLanguage)] : errors
}

/** Returns the errors of a requirement whose members have the right types. */
function errorsOf(requirement: Body, path: string): FieldError[] {
  const { type, comparison, values } = requirement
  const { comparisons, isValue, expected } = kinds[type]
  const wrong = (values ?? []).findIndex((value) => !isValue(value))
  return [
    ...subjectErrors(path, requirement),
    ...(comparisons.includes(comparison) ? [] : [bodyError(`${path}.comparison`, 'enum', mustBeOneOf(comparisons))]),
    ...countErrors(`${path}.values`, requirement),
    ...(wrong < 0 ? [] : [bodyError(`${path}.values.${wrong}`, 'range', expected)]),
  ]
}

/** Returns the errors of requirements, each at its place. */
export const requirementErrors = (requirements: readonly Requirement[] | null, path = 'requirements'): FieldError[] =>
  (requirements ?? []).flatMap((each, index) => errorsOf(each as Body, `${path}.${index}`))

/** Returns the requirements of a body in the form in which they are stored; null if there are none. */
export const requirementsFrom = (bodies: readonly Body[]): readonly Requirement[] | null =>
  bodies.length === 0 ? null : bodies.map(requirementFrom)

function requirementFrom({ type, qualificationId, language, comparison, values }: Body): Requirement {
  const subject = {
    ...(qualificationId === undefined || qualificationId === null ? {} : { qualificationId }),
    ...(language === undefined || language === null ? {} : { language: canonical(language) ?? language }),
  }
  return { type, ...subject, comparison, values: values ?? [] } as unknown as Requirement
}
