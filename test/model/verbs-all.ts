import type { Rng } from '../properties/rng.ts'
import type { Request } from './requests.ts'
import { offerVerbs, type WeightedVerb } from './verbs.ts'
import { itemVerbs } from './verbs-items.ts'
import { moneyVerbs, outsideVerbs } from './verbs-money.ts'
import { studyVerbs } from './verbs-studies.ts'
import { workVerbs } from './verbs-work.ts'
import type { World } from './world.ts'

const byWeight = (verbs: readonly WeightedVerb[]): readonly WeightedVerb[] =>
  verbs.flatMap((verb) => Array.from({ length: Math.round(verb[1] * 2) }, () => verb))

/** What people do with offers, work and money, each as often as it is likely. */
export const tradeVerbs = byWeight([...offerVerbs, ...itemVerbs, ...workVerbs, ...studyVerbs, ...moneyVerbs])

/** These, and what they do with lists, webhooks and sanctions. */
export const verbs = [...tradeVerbs, ...byWeight(outsideVerbs)]

const requestsMax = 5

/** Returns the next request, usually a meaningful one; undefined in an empty market. */
export async function randomRequest(
  world: World,
  rng: Rng,
  from: readonly WeightedVerb[],
  isWanted: (request: Request) => boolean = () => true,
): Promise<[string, Request | undefined]> {
  for (let index = 1; ; index++) {
    const [name, , verb] = rng.one(from) as WeightedVerb
    const request = await verb(world, rng)
    if (request && isWanted(request)) return [name, request]
    if (index === requestsMax) return [name, undefined]
  }
}
