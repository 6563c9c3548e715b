import type { Rng } from '../properties/rng.ts'

const quotaNames = ['Women', 'Adults', 'United States']
const conditions = [{ gender: 'Female' }, { minAge: 18 }, { countries: [840] }]
const quotasOf = (rng: Rng) =>
  Array.from({ length: 1 + rng.whole(2) }, (_, index) => ({
    name: quotaNames[index],
    max: 1 + rng.whole(4),
    ...conditions[index],
  }))
export const screenOutOf = (rng: Rng) => ({ reward: 0.2, max: 1 + rng.whole(6) })

/** Members of a task that make it a study, some of them or none. */
export const studyMembers = (rng: Rng): object => ({
  ...(rng.happens(0.2) ? { quotas: quotasOf(rng) } : {}),
  ...(rng.happens(0.15) ? { exclusionGroup: rng.one(['Sleep', 'Food']) } : {}),
  ...(rng.happens(0.35) ? { screenOut: screenOutOf(rng) } : {}),
})
