import { type Body, type Call, forEach } from './client.ts'
import { type DemoOffer, fresh, kindOf, others, worked } from './offers.ts'
import type { People } from './people.ts'

/** An offer that can be reserved, with its type of work. */
export type ListedItem = { readonly id: number; readonly code: string }

const refusal = { reason: 'People must not be photographed without their consent.' }
const halt = { reason: 'The page that it leads to asks for a password.' }

/** Creates offers in every state, of two advertisers. Returns the offers with work and the offers without. */
export async function fillOffers(call: Call, people: People) {
  const { inputFor, submit, activate, draft } = await offering(call, people)
  const [first, untouched] = [
    await forEach(worked, (input) => activate('advertiser', { ...inputFor(input), ...manyTimes })),
    await forEach(fresh, (input) => activate('advertiser', inputFor(input))),
  ]
  const numbered = others.map((input, index) => ({ ...inputFor(input), ...asks(index) }))
  await forEach(numbered, (body) => activate('advertiser2', body))
  await draft(inputFor(['web.lookup', 5, 'Look up five museums']))
  await draft(inputFor(['image.classify', 200, 'Sort our holiday pictures']))
  await submit('advertiser', inputFor(['web.usability_test', 10, 'Compare two sign-up pages']))
  await submit('advertiser2', inputFor(['translate.short', 3, 'Translate a love letter']))
  await submit('advertiser2', inputFor(['store.visit', 5, 'Tell us what our rival sells']))
  await otherStates(call, people, { inputFor, submit, activate })
  return { first: listed(first, worked), untouched: listed(untouched, fresh) }
}

const listed = (ids: readonly number[], wishes: readonly DemoOffer[]): ListedItem[] =>
  ids.map((id, index) => ({ id, code: wishes[index]?.[0] ?? '' }))

type Offering = Awaited<ReturnType<typeof offering>>

/** Creates one offer in each remaining state. */
async function otherStates(
  call: Call,
  { tokens }: People,
  { inputFor, submit, activate }: Pick<Offering, 'inputFor' | 'submit' | 'activate'>,
): Promise<void> {
  const moderation = (id: number, verb: string, body?: Body) =>
    call('POST', `/api/operator/offers/${id}/${verb}`, tokens.operator, body)
  const own = (method: string, path: string) => call(method, `/api/advertiser/offers/${path}`, tokens.advertiser)
  const rejected = await submit('advertiser', inputFor(['photo.collect', 10, 'Photograph your neighbour']))
  // If offers are approved automatically, there is nothing to reject.
  await moderation(rejected, 'reject', refusal).catch(() => undefined)
  const paused = await activate('advertiser', inputFor(['text.rate', 20, 'Rate twenty headlines']))
  await own('POST', `${paused}/pause`)
  const halted = await activate('advertiser', inputFor(['survey.external', 10, 'Tell us how you sign in']))
  await moderation(halted, 'suspend', halt)
  const archived = await activate('advertiser', inputFor(['web.lookup', 4, 'Find an answer to an old question']))
  await own('DELETE', `${archived}`)
}

/** Options of an offer that the same executors may do many times. */
const manyTimes = {
  perExecutorLimit: 20,
  description:
    'Take your time: we read everything.\n\n- one picture of your screen, or of the thing itself\n- in your own words',
  proofInstructions: 'A picture in which one sees that it was you who did it.',
  acceptanceCriteria: [
    { id: 'c1', text: 'The picture shows what the title asks for.', required: true },
    { id: 'c2', text: 'The answer is in whole sentences.', required: false },
  ],
}

/** Restricts some offers, so that not every executor is eligible. */
function asks(index: number): Body {
  if (index % 7 === 3) return { targetCountryIds: [276, 40] }
  if (index % 9 === 4) return { minExecutorLevel: 3 }
  if (index % 8 === 6) return { minAge: 50 }
  return { proofInstructions: 'One picture or a PDF file.' }
}

async function offering(call: Call, { tokens, keys }: People) {
  const listedPrices = await call('GET', '/api/advertiser/offers/prices', tokens.advertiser)
  const prices = listedPrices as unknown as readonly { readonly id: number; readonly code: string }[]
  const submit = async (who: keyof typeof keys, body: Body): Promise<number> =>
    (await call('POST', '/v1/tasks', keys[who], body)).id
  return {
    inputFor: ([code, totalLimit, title]: DemoOffer): Body => {
      const offerPriceId = prices.find((price) => price.code === code)?.id ?? prices[0]?.id
      return { offerPriceId, title, totalLimit, details: kindOf(code).details }
    },
    draft: (body: Body) => call('POST', '/api/advertiser/offers/draft', tokens.advertiser, body),
    submit,
    activate: async (who: keyof typeof keys, body: Body): Promise<number> => {
      const id = await submit(who, body)
      await call('POST', `/api/operator/offers/${id}/approve`, tokens.operator, { version: 1 }).catch(() => undefined)
      return id
    },
  }
}
