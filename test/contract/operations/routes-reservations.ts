import type { Callers } from '../../support/callers.ts'
import { activeOffer, reserved, submittedOffer } from '../../support/fixtures.ts'
import { advertisers, executors, type Operation, operators } from './operation.ts'
import { active, held, heldByName, nothing, on, type Ready } from './ready.ts'

const page = { kind: 'form', answerSchema: { type: 'object', properties: { label: { type: 'string' } } } }

/** Returns a reservation of a task that is worked on a page. */
async function onPage({ market, advertiser, executor }: Callers): Promise<Ready> {
  const { id } = await activeOffer(market, { advertiser, slots: 20, members: { page } })
  return { id: await reserved(executor, id) }
}

async function answerDraft(callers: Callers): Promise<Ready> {
  const { id } = await onPage(callers)
  return { id: `${id}/0`, body: { value: { label: 'cat' } } }
}

const tried = async () => ({ body: { page, data: { name: 'Tom' }, answer: { form: 'label=cat' } } })

async function submittedPage({ market, advertiser }: Callers): Promise<Ready> {
  const { id } = await submittedOffer(market, { advertiser, members: { page } })
  return { id }
}

const own = { whose: 'own', missing: '404 reservation_not_found' } as const

/** What executors do with reservations, and on the pages of those. */
export const reservationOperations: readonly Operation[] = [
  executors('POST /offers/:offerId/reserve', on(active)),
  executors(
    'POST /offers/:offerId/reservation/extend',
    on(held, async () => ({ seconds: 60 })),
    {
      again: '409 reservation_already_extended',
    },
  ),
  executors('POST /offers/:offerId/reservation/cancel', heldByName, { again: '409 reservation_not_active' }),
  executors('GET /reservations', nothing),
  executors('GET /reservations/:reservationId/work', onPage, own),
  executors('PUT /reservations/:reservationId/answers/:itemId', answerDraft, own),
  advertisers('POST /offers/page-preview', tried),
  operators('GET /offers/:offerId/page', submittedPage),
]
