import { type Body, type Call, forEach } from './client.ts'
import { type DemoOffer, kindOf, offersWithoutWork, offersWithWork, otherOffers } from './offers.ts'
import type { People } from './people.ts'

/** An offer that can be reserved, with its type of work. */
export type OfferItem = { readonly id: number; readonly code: string }

/** Creates offers in every state, of two advertisers. Returns the first advertiser's active offers, for work and for other samples. */
export async function createOffers(call: Call, people: People) {
  const creator = await creatorOf(call, people)
  const { inputFor, submit, activate } = creator
  const active = async (offers: readonly DemoOffer[], options: Body): Promise<OfferItem[]> =>
    forEach(offers, async (offer) => ({
      id: await activate('advertiser', { ...inputFor(offer), ...options }),
      code: offer[0],
    }))
  const [withWork, withoutWork] = [await active(offersWithWork, repeatable), await active(offersWithoutWork, {})]
  const others = otherOffers.map((offer, index) => ({ ...inputFor(offer), ...restrictionOf(index) }))
  await forEach(others, (body) => activate('advertiser2', body))
  await submit('advertiser', inputFor(['web.usability_test', 10, 'Compare two sign-up pages']))
  await submit('advertiser2', inputFor(['translate.short', 3, 'Translate a love letter']))
  await submit('advertiser2', inputFor(['store.visit', 5, 'Tell us what our rival sells']))
  await otherStates(call, people, creator)
  return { withWork, withoutWork }
}

type Creator = Awaited<ReturnType<typeof creatorOf>>

async function otherStates(call: Call, { tokens }: People, { inputFor, submit, activate }: Creator): Promise<void> {
  const own = (method: string, path: string, body?: Body) =>
    call(method, `/api/advertiser/offers/${path}`, tokens.advertiser, body)
  const moderate = (id: number, verb: string, reason: string) =>
    call('POST', `/api/operator/offers/${id}/${verb}`, tokens.operator, { reason })
  await own('POST', 'draft', inputFor(['web.lookup', 5, 'Look up five museums']))
  await own('POST', 'draft', inputFor(['image.classify', 200, 'Sort our holiday pictures']))
  const rejected = await submit('advertiser', inputFor(['photo.collect', 10, 'Photograph your neighbour']))
  const refusal = moderate(rejected, 'reject', 'People must not be photographed without their consent.')
  // If offers are approved automatically, there is nothing to reject.
  await refusal.catch(() => undefined)
  const paused = await activate('advertiser', inputFor(['text.rate', 20, 'Rate twenty headlines']))
  await own('POST', `${paused}/pause`)
  const suspended = await activate('advertiser', inputFor(['survey.external', 10, 'Tell us how you sign in']))
  await moderate(suspended, 'suspend', 'The page that it leads to asks for a password.')
  const archived = await activate('advertiser', inputFor(['web.lookup', 4, 'Find an answer to an old question']))
  await own('DELETE', `${archived}`)
}

/** Options of an offer that the same executors may do many times. */
const repeatable = {
  perExecutorLimit: 20,
  description:
    'Take your time: we read everything.\n\n- one picture of your screen, or of the thing itself\n- in your own words',
  proofInstructions: 'A picture that shows that you did it.',
  acceptanceCriteria: [
    { id: 'c1', text: 'The picture shows what the title asks for.', required: true },
    { id: 'c2', text: 'The answer is in whole sentences.', required: false },
  ],
}

/** Restricts some offers, so that not every executor is eligible. */
function restrictionOf(index: number): Body {
  if (index % 7 === 3) return { targetCountryIds: [276, 40] }
  if (index % 9 === 4) return { minExecutorLevel: 3 }
  if (index % 8 === 6) return { minAge: 50 }
  return { proofInstructions: 'One picture or a PDF file.' }
}

async function creatorOf(call: Call, { tokens, keys }: People) {
  const response = await call('GET', '/api/advertiser/offers/prices', tokens.advertiser)
  const prices = response as unknown as readonly { readonly id: number; readonly code: string }[]
  const submit = async (advertiser: keyof typeof keys, body: Body): Promise<number> =>
    (await call('POST', '/v1/tasks', keys[advertiser], body)).id
  return {
    inputFor: ([code, totalLimit, title]: DemoOffer): Body => {
      const offerPriceId = prices.find((price) => price.code === code)?.id ?? prices[0]?.id
      return { offerPriceId, title, totalLimit, details: kindOf(code).details }
    },
    submit,
    activate: async (advertiser: keyof typeof keys, body: Body): Promise<number> => {
      const id = await submit(advertiser, body)
      await call('POST', `/api/operator/offers/${id}/approve`, tokens.operator, { version: 1 }).catch(() => undefined)
      return id
    },
  }
}
