import { pageWith } from '../../values/example.ts'
import type { Docs, OperationDocs } from '../../values/requests/operation.ts'
import {
  changedContent,
  offerExample,
  pausedExample,
  refusedChange,
  rejectedExample,
  submittedExample,
} from '../openapi-examples.ts'
import { serializeOffer, serializeOffers } from '../serialize.ts'
import type { ModeratedOffer } from './moderation.ts'
import { serializeModerated } from './serialize.ts'

const moderated = (move: string, summary: string, about: string, offer: typeof offerExample): OperationDocs => ({
  id: `${move}OfferAsOperator`,
  tag: 'Moderation',
  summary,
  about,
  answers: { 200: { offer: serializeOffer(offer, 'operator') } },
  problems: ['offer_not_found', 'task_state_conflict'],
})

export const moderatedExample: ModeratedOffer = {
  ...submittedExample,
  email: 'anna@example.com',
  record: { decided: 210, accepted: 199, medianReviewSeconds: 5_400, disputesDecided: 3, disputesLost: 1 },
  typeOfWork: {
    code: 'web.lookup',
    names: { en: 'Find a fact', ru: 'Найти сведение' },
    offerDetailsSchema: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
    executionDetailsSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
  },
  decisions: [
    { actor: 'advertiser', account: 17, action: 'task.submit', reason: null, at: '2026-03-01T09:30:00.000Z' },
    {
      actor: 'operator',
      account: 2,
      action: 'task.reject',
      reason: 'It asks for a review.',
      at: '2026-03-01T09:10:00.000Z',
    },
  ],
}

const versionNeeded =
  'Names the version that was read, as `version` or in `If-Match`: if the offer has changed since, it is `409 version_conflict`.'
const changeProblems = ['offer_not_found', 'task_state_conflict', 'version_conflict', 'no_pending_change']

/** Group A: what operators decide. */
export const moderationDocs: Docs = {
  'GET /api/operator/offers': {
    id: 'listAllOffers',
    tag: 'Moderation',
    summary: "List everybody's offers, oldest first",
    about:
      'Those that wait for a decision, unless `status` says otherwise. `hasPendingChange=true` lists running offers whose changed content waits for one.',
    answers: { 200: { queue: serializeOffers(pageWith(submittedExample), 'operator') } },
  },
  'GET /api/operator/offers/:offerId': {
    id: 'readOfferAsOperator',
    tag: 'Moderation',
    summary: 'Read an offer with all that it is judged by',
    about:
      'Its whole text, whom it is for and when, the schemas of its type of work, how its advertiser treats executors, and up to fifty decisions about it, the latest first.',
    answers: { 200: { offer: serializeModerated(moderatedExample) } },
    problems: ['offer_not_found'],
  },
  'POST /api/operator/offers/:offerId/approve': {
    ...moderated(
      'approve',
      'Let executors see an offer',
      `What is paid once for the offer is paid now. ${versionNeeded}`,
      offerExample,
    ),
    body: { read: { version: 3 } },
    problems: [
      'offer_not_found',
      'task_state_conflict',
      'version_conflict',
      'offer_ended',
      'owner_suspended',
      'offers_paused',
    ],
  },
  'POST /api/operator/offers/:offerId/reject': {
    ...moderated(
      'reject',
      'Refuse an offer',
      `All of its money goes back to its advertiser. ${versionNeeded}`,
      rejectedExample,
    ),
    body: { refusal: { reason: 'It asks for a review.', version: 3 } },
    problems: ['offer_not_found', 'task_state_conflict', 'version_conflict'],
  },
  'POST /api/operator/offers/:offerId/change/approve': {
    ...moderated(
      'approveChangeOf',
      'Approve a pending change of a running offer',
      `Executors see and reserve the new content from now on; reservations keep the content that they were made with. ${versionNeeded}`,
      { ...offerExample, ...changedContent, version: 6 },
    ),
    body: { read: { version: 5 } },
    problems: changeProblems,
  },
  'POST /api/operator/offers/:offerId/change/reject': {
    ...moderated(
      'rejectChangeOf',
      'Reject a pending change of a running offer',
      `The offer goes on as it is. Its advertiser is notified, and reads the reason in \`pendingChange\`. ${versionNeeded}`,
      { ...offerExample, pendingChange: refusedChange, version: 6 },
    ),
    body: { refusal: { reason: 'It asks for a password.', version: 5 } },
    problems: changeProblems,
  },
  'POST /api/operator/offers/:offerId/pause': moderated('pause', 'Stop an offer', 'Its advertiser cannot lift that.', {
    ...pausedExample,
    pausedBy: 'operator',
  }),
  'POST /api/operator/offers/:offerId/resume': {
    ...moderated('resume', 'Lift a pause', 'Whoever paused it.', offerExample),
    problems: ['offer_not_found', 'task_state_conflict', 'offer_ended', 'offers_paused'],
  },
}
