import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { pageWorkJson, savedDraftJson } from './serialize.ts'

const animal = { type: 'object', properties: { animal: { enum: ['cat', 'dog'] } }, required: ['animal'] }
const work = pageWorkJson.serialize(
  {
    page: {
      kind: 'form',
      answerSchema: animal,
      show: [{ kind: 'image', value: 'https://pictures.example/{{file}}' }],
    },
    skipsMax: 1,
    items: [
      {
        itemId: 501,
        data: { file: '7.jpg' },
        instructions: undefined,
        show: [{ kind: 'image', value: 'https://pictures.example/7.jpg', label: null }],
        url: null,
        draft: { value: { animal: 'cat' } },
      },
    ],
  },
  undefined,
)

const refusals = [
  'reservation_not_found',
  'reservation_already_submitted',
  'reservation_expired',
  'reservation_not_active',
  'page_not_found',
]

export const pageWorkDocs = docsIn('Work', {
  'GET /api/executor/reservations/:reservationId/work': {
    id: 'getPageWork',
    summary: 'Read the page and the items of an active reservation',
    about:
      'For work that is done on a page. `draft` is what this executor has saved so far. The html of a page is left out: it comes from an origin of its own, at the `url` of each item. Items of a task without a page have a form without fields.',
    answers: { 200: { work } },
    problems: refusals,
  },
  'PUT /api/executor/reservations/:reservationId/answers/:itemId': {
    id: 'replaceAnswerDraft',
    summary: 'Save the draft of an answer',
    about:
      'Nothing is submitted, and the answer may be incomplete unless `isComplete` is true. Without items, `itemId` is 0. Drafts have up to 64 KiB, and are deleted a week after the reservation has ended.',
    body: { answer: { value: { animal: 'cat' } }, skip: { skipped: 'The picture is blurred.' } },
    answers: { 200: { saved: savedDraftJson.serialize({ savedAt: at('10:20:00') }) } },
    problems: refusals,
  },
})
