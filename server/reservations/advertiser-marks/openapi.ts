import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { MarkedOffer } from './marked-advertiser.ts'
import { markJson } from './serialize.ts'

const markExample: MarkedOffer = {
  id: idOf(7),
  advertiser: idOf(3),
  mark: 'Favourite',
  offer: 42,
  offerTitle: 'A short survey',
  markedAt: at('10:00:00'),
}

export const markDocs = docsIn('Work', {
  'PUT /api/executor/offers/:offerId/advertiser-mark': {
    id: 'replaceAdvertiserMark',
    summary: 'Mark the advertiser of an offer as a favourite, or block them',
    about:
      'For an offer that you can read. Offers of a blocked advertiser are not listed, and `reserve` refuses them. `advertiserMark` of available offers shows the mark. Another mark replaces it, up to 500 advertisers; `DELETE /api/executor/advertiser-marks/{id}` removes it. Advertisers never learn of marks.',
    body: { favourite: { mark: 'Favourite' }, blocked: { mark: 'Blocked' } },
    answers: { 200: { marked: markJson.serialize(markExample, 'example') } },
    problems: ['offer_not_found', 'offer_unavailable', 'own_offer', 'storage_limit_reached'],
  },
  'GET /api/executor/advertiser-marks': {
    id: 'listAdvertiserMarks',
    summary: 'List the advertisers that you have marked, newest first',
    about: 'By the alias of each, and an offer. Advertisers never learn of marks.',
    answers: { 200: { page: markJson.serializePage(pageWith(markExample), 'example') } },
  },
  'DELETE /api/executor/advertiser-marks/:id': {
    id: 'deleteAdvertiserMark',
    summary: 'Remove the mark of an advertiser',
    answers: { 200: { removed: markJson.serialize(markExample, 'example') } },
    problems: ['advertiser_mark_not_found'],
  },
})
