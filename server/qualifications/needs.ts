import type { Requirement, Standing } from './requirement.ts'

/** What requirements ask about executors. */
export type Needs = {
  readonly qualifications: ReadonlySet<number>
  readonly languages: ReadonlySet<string>
  readonly counts: boolean
}

export const newNeeds = (): Needs => ({ qualifications: new Set(), languages: new Set(), counts: false })

/** Returns the needs with those of further requirements; the same object if there is none. */
export function addNeeds(needs: Needs, requirements: readonly Requirement[] | null): Needs {
  if (requirements === null) return needs
  const of = <Type extends Requirement['type']>(type: Type) =>
    requirements.filter((each): each is Extract<Requirement, { type: Type }> => each.type === type)
  return {
    qualifications: needs.qualifications.union(new Set(of('Qualification').map((each) => each.qualificationId))),
    languages: needs.languages.union(new Set(of('Language').map(({ language }) => language))),
    counts: needs.counts || requirements.some(({ type }) => type === 'AcceptedShare' || type === 'AcceptedCount'),
  }
}

/**
 * Returns what an executor has of what is needed; null if nothing is. Executors who differ in nothing else can share a result, and what is
 * asked for the first time meanwhile they do not have.
 */
export function narrowed(standing: Standing | null, { qualifications, languages, counts }: Needs): Standing | null {
  if (standing === null || (qualifications.size === 0 && languages.size === 0 && !counts)) return null
  const isNeeded = (tag: string) => [...languages].some((each) => tag === each || tag.startsWith(`${each}-`))
  const spoken = standing.languages.filter(isNeeded)
  return {
    languages: spoken,
    levels: Object.fromEntries(spoken.flatMap((tag) => (standing.levels[tag] ? [[tag, standing.levels[tag]]] : []))),
    held: standing.held.filter(({ qualification }) => qualifications.has(qualification)),
    accepted: counts ? standing.accepted : 0,
    rejected: counts ? standing.rejected : 0,
  }
}
