import { proofFacts } from '../../proofs/openapi.ts'
import { at, publicUrl } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { pageWorkJson, savedDraftJson, serializeSamples, triedPageJson } from './serialize.ts'

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

const formRefusals = refusals.filter((code) => code !== 'page_not_found')
const formExample = {
  details: { openingHours: '9 to 5' },
  proofs: [
    {
      url: `${publicUrl}/uploads/executor/proofs/${proofFacts.id}.png`,
      fileName: 'door.png',
      size: 48_213,
      contentType: 'image/png',
    },
  ],
  device: 'b1946ac92492d2347c6235b4d2611184',
}

export const pageWorkDocs = docsIn('Work', {
  'GET /api/executor/reservations/:reservationId/work': {
    id: 'getPageWork',
    summary: 'Read the page and the items of an active reservation',
    about:
      'For work that is done on a page. `draft` is what this executor has saved so far. The html of a page is left out: it comes from an origin of its own, at the `url` of each item. Items of a task without a page have a form without fields.',
    answers: { 200: { work } },
    problems: refusals,
  },
  'GET /api/executor/reservations/:reservationId/form': {
    id: 'getFormDraft',
    summary: 'Read what you have entered in the form of an active reservation',
    about:
      'Also what you entered while an earlier reservation of the task was active that has expired. `null`: nothing.',
    answers: { 200: { kept: { draft: formExample }, nothing: { draft: null } } },
    problems: formRefusals,
  },
  'PUT /api/executor/reservations/:reservationId/form': {
    id: 'replaceFormDraft',
    summary: 'Save what you have entered in the form of an active reservation',
    about:
      'Nothing is submitted or checked. Up to 64 KiB, deleted when the work is submitted, and a week after the reservation has expired.',
    body: { form: formExample },
    answers: { 200: { saved: savedDraftJson.serialize({ savedAt: at('10:20:00') }) } },
    problems: formRefusals,
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

const html = '<h1>{{name}}</h1> <form data-task><button name="animal" value="cat">A cat</button></form>'
const shown = { url: 'https://tasks.example.com/preview#task=preview', html: html.replace('{{name}}', 'Tom') }

export const pagePreviewDocs = docsIn('Offers', {
  'POST /api/advertiser/offers/page-preview': {
    id: 'previewPage',
    summary: 'Try a page with an item before it is saved',
    about:
      'Returns the page as executors would see it, and checks what it answers. Errors name `page`, `data` or the answer, as saving and submitting would. Nothing is stored. The document at `url` shows `html` in a sandbox.',
    body: {
      page: { page: { kind: 'html', answerSchema: animal, html }, data: { name: 'Tom' } },
      answer: {
        page: { kind: 'html', answerSchema: animal, html },
        data: { name: 'Tom' },
        answer: { form: 'animal=cat' },
      },
    },
    answers: { 200: { shown: triedPageJson.serialize({ ...shown, answer: { value: { animal: 'cat' } } }) } },
  },
})

export const pageSampleDocs = docsIn('Moderation', {
  'GET /api/operator/offers/:offerId/page': {
    id: 'getPageSamples',
    summary: 'Read the page of an offer with its first items',
    about:
      'With a pending change, the page after it. Without items, there is one sample without data. The document at `url` shows `html` in a sandbox.',
    answers: { 200: { samples: serializeSamples([{ data: { name: 'Tom' }, ...shown }]) } },
    problems: ['offer_not_found', 'page_not_found'],
  },
})
