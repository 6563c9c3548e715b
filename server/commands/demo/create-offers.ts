import { approve, asOperator, type Clients, forEach, type TaskBody } from './clients.ts'
import { type DemoOffer, offersWithoutWork, otherOffers } from './offers.ts'
import { kindOf } from './samples.ts'

/** An offer that can be reserved, with its type of work. */
export type OfferItem = { readonly id: number; readonly code: string }

/** Creates offers in every state, of two advertisers. Returns active ones of the first advertiser. */
export async function createOffers(clients: Clients): Promise<readonly OfferItem[]> {
  const creator = await creatorOf(clients)
  const { active, bodyFor, submit } = creator
  const withoutWork = await active(offersWithoutWork, {})
  const others = otherOffers.map((offer, index) => ({ ...bodyFor(offer), ...restrictionOf(index) }))
  const created = await clients.advertiser2.tasks.bulk({ tasks: others })
  await forEach(created.results, ({ task }) => approve(clients.operator, task?.id ?? 0))
  await submit('advertiser', bodyFor(['web.usability_test', 10, 'Compare two sign-up pages']))
  await submit('advertiser2', bodyFor(['translate.short', 3, 'Translate a love letter', loveLetter]))
  await submit('advertiser2', bodyFor(['store.visit', 5, 'Tell us what our rival sells']))
  await otherStates(clients, creator)
  return withoutWork
}

const loveLetter = { text: 'I read your letter twice on the train, and missed my stop.', targetLanguage: 'it' }

type Creator = Awaited<ReturnType<typeof creatorOf>>

async function otherStates(clients: Clients, { bodyFor, submit, activate }: Creator): Promise<void> {
  const { tasks } = clients.advertiser
  const moderate = (id: number, verb: string, reason: string) =>
    asOperator(clients.operator, `offers/${id}/${verb}`, { reason })
  await tasks.create({ ...bodyFor(['web.lookup', 5, 'Look up five museums']), draft: true })
  await tasks.create({ ...bodyFor(['image.classify', 200, 'Sort our holiday pictures']), draft: true })
  const rejected = await submit('advertiser', bodyFor(['photo.collect', 10, 'Photograph your neighbour']))
  const refusal = moderate(rejected, 'reject', 'People must not be photographed without their consent.')
  // If offers are approved automatically, there is nothing to reject.
  await refusal.catch(() => undefined)
  const paused = await activate('advertiser', bodyFor(['text.rate', 20, 'Rate twenty headlines']))
  await tasks.update(paused, { status: 'Paused' })
  const suspended = await activate('advertiser', bodyFor(['survey.external', 10, 'Tell us how you sign in']))
  await moderate(suspended, 'suspend', 'The page that it leads to asks for a password.')
  await tasks.archive(await activate('advertiser', bodyFor(['web.lookup', 4, 'Find an answer to an old question'])))
}

/** Options of an offer that the same executors may do many times. */
export const repeatable = {
  perExecutorLimit: 40,
  acceptanceCriteria: [
    { id: 'c1', text: 'The picture shows what the title asks for.', required: true },
    { id: 'c2', text: 'The answer is in whole sentences.', required: false },
  ],
}

/** Restricts some offers, so that not every executor is eligible. */
function restrictionOf(index: number): Partial<TaskBody> {
  if (index % 7 === 3) return { targetCountryIds: [276, 40] }
  if (index % 9 === 4) return { minExecutorLevel: 3 }
  if (index % 8 === 6) return { minAge: 50 }
  return {}
}

export async function creatorOf(clients: Clients) {
  const prices = await clients.advertiser.catalog.prices()
  const submit = async (advertiser: 'advertiser' | 'advertiser2', body: TaskBody): Promise<number> =>
    (await clients[advertiser].tasks.create(body)).id
  const activate: typeof submit = async (advertiser, body) => {
    const id = await submit(advertiser, body)
    await approve(clients.operator, id)
    return id
  }
  const bodyFor = ([code, totalLimit, title, own]: DemoOffer): TaskBody => {
    const offerPriceId = (prices.find((price) => price.code === code) ?? prices[0])?.id ?? 0
    const { details, description, proofInstructions } = kindOf(code)
    return { offerPriceId, title, totalLimit, description, proofInstructions, details: { ...details, ...own } }
  }
  const active = (offers: readonly DemoOffer[], options: Partial<TaskBody>): Promise<OfferItem[]> =>
    forEach(offers, async (offer) => ({
      id: await activate('advertiser', { ...bodyFor(offer), ...options }),
      code: offer[0],
    }))
  return { bodyFor, submit, activate, active }
}
