import type { Callers } from '../../support/callers.ts'
import { activeOffer, expectOk, reserved, submittedOffer } from '../../support/fixtures.ts'
import { advertisers, executors, type Operation, operators } from './operation.ts'
import { active, held, heldByName, nothing, on, type Ready } from './ready.ts'
import { qualificationOperations } from './routes-qualifications.ts'
import { studyOperations } from './routes-studies.ts'

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

async function advertiserMark(callers: Callers): Promise<Ready> {
  const path = `/api/executor/offers/${await active(callers)}/advertiser-mark`
  return { id: expectOk(await callers.executor.a.put(path, { mark: 'Favourite' })).id }
}

async function toFill({ market, advertiser, executor }: Callers): Promise<number> {
  const { id } = await activeOffer(market, { advertiser, slots: 20 })
  return reserved(executor, id)
}
const filled = async () => ({ details: { hours: '9 to 5' }, proofs: [], device: 'phone' })

const savedSearch = async () => ({ body: { name: 'Surveys', filters: { search: 'survey' }, alerts: true } })
const ownSearch = async (callers: Callers): Promise<number> =>
  expectOk(await callers.executor.a.post('/api/executor/saved-searches', (await savedSearch()).body)).id
const noSearch = { whose: 'own', missing: '404 saved_search_not_found' } as const

const own = { whose: 'own', missing: '404 reservation_not_found' } as const

/** What executors do with reservations and on the pages of those, what they mark, and what is required of them. */
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
  executors(
    'PUT /offers/:offerId/advertiser-mark',
    on(active, async () => ({ mark: 'Favourite' })),
  ),
  executors('GET /advertiser-marks', nothing),
  executors('DELETE /advertiser-marks/:id', advertiserMark, {
    whose: 'own',
    missing: '404 advertiser_mark_not_found',
    again: '404 advertiser_mark_not_found',
  }),
  executors('GET /reservations', nothing),
  executors('GET /reservations/:reservationId/work', onPage, own),
  executors('PUT /reservations/:reservationId/answers/:itemId', answerDraft, own),
  executors('GET /reservations/:reservationId/form', on(toFill), own),
  executors('PUT /reservations/:reservationId/form', on(toFill, filled), own),
  executors('GET /saved-searches', nothing),
  executors('POST /saved-searches', savedSearch),
  executors(
    'PATCH /saved-searches/:id',
    on(ownSearch, async () => ({ alerts: false })),
    noSearch,
  ),
  executors('DELETE /saved-searches/:id', on(ownSearch), { ...noSearch, again: '404 saved_search_not_found' }),
  advertisers('POST /offers/page-preview', tried),
  operators('GET /offers/:offerId/page', submittedPage),
  ...qualificationOperations,
  ...studyOperations,
]
