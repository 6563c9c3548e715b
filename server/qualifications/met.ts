import { rankOf } from '../values/language-level.ts'
import type { Requirement, Standing } from './requirement.ts'

/** Compares what an executor has with a requirement; undefined: they do not have it, null: they have it without a value. */
function fits({ comparison, values }: Requirement, own: number | string | null | undefined): boolean {
  if (comparison === 'NotIn') return values.length === 0 ? own === undefined : !values.includes(own as number)
  if (own === undefined) return false
  if (comparison === 'In') return values.length === 0 || values.includes(own as number)
  const [wanted] = values
  if (own === null || wanted === undefined) return false
  if (comparison === 'Equal') return own === wanted
  return typeof own === 'number' ? own >= Number(wanted) : rankOf(own) >= rankOf(wanted)
}

/** Returns the best level of a language, or of a regional form of it: null without a level, undefined if it is not spoken. */
function levelOf(language: string, { languages, levels }: Standing): string | null | undefined {
  const spoken = languages.filter((tag) => tag === language || tag.startsWith(`${language}-`))
  if (spoken.length === 0) return undefined
  const stated = spoken.flatMap((tag) => levels[tag] ?? []).sort((one, other) => rankOf(other) - rankOf(one))
  return stated[0] ?? null
}

/** The share of accepted work in whole percent, rounded down; undefined before the first decision. */
function shareOf({ accepted, rejected }: Standing): number | undefined {
  const decided = accepted + rejected
  return decided === 0 ? undefined : Math.floor((accepted * 100) / decided)
}

/** Returns what the executor has of what a requirement compares, except of a country. */
export function ownValue(requirement: Requirement, standing: Standing): number | string | null | undefined {
  switch (requirement.type) {
    case 'Qualification':
      return standing.held.find(({ qualification }) => qualification === requirement.qualificationId)?.score
    case 'Language':
      return levelOf(requirement.language, standing)
    case 'AcceptedShare':
      return shareOf(standing)
    case 'AcceptedCount':
      return standing.accepted
    case 'Country':
      return undefined
  }
}

/** Returns the requirements that the executor does not meet, except those of countries. */
export const unmetOf = (requirements: readonly Requirement[] | null, standing: Standing): Requirement[] =>
  (requirements ?? []).filter((each) => each.type !== 'Country' && !fits(each, ownValue(each, standing)))

/** Whether the requirements say anything about the country. */
export const requiresCountry = (requirements: readonly Requirement[] | null): boolean =>
  (requirements ?? []).some(({ type }) => type === 'Country')

/** Whether the requirements allow a country. */
export const allowsCountry = (requirements: readonly Requirement[] | null, country: number): boolean =>
  (requirements ?? []).every((each) => each.type !== 'Country' || fits(each, country))
