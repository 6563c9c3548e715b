import { pageWith } from '../../values/example.ts'
import { docsIn, type UntaggedDocs } from '../../values/requests/operation.ts'
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
import { moderatedOfferJson } from './serialize.ts'

const moderationOperation = (id: string, summary: string, about: string, offer: typeof offerExample): UntaggedDocs => ({
  id,
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
  'Requires the version that was read, as `version` or in `If-Match`; if the offer has changed since, returns `409 version_conflict`.'
const changeProblems = ['offer_not_found', 'task_state_conflict', 'version_conflict', 'no_pending_change']

export const moderationDocs = docsIn('Moderation', {
  'GET /api/operator/offers': {
    id: 'listOffersAsOperator',
    summary: 'List all offers, oldest first',
    about:
      'Default: offers awaiting moderation, and active or paused ones with a pending change. `hasPendingChange=true` lists only the latter.',
    answers: { 200: { queue: serializeOffers(pageWith(submittedExample), 'operator') } },
  },
  'GET /api/operator/offers/:offerId': {
    id: 'getOfferAsOperator',
    summary: 'Read an offer for moderation',
    about:
      "The full text, audience, schedule and rules of acceptance, the schemas of its type of work, its advertiser's record, and up to fifty decisions about it, newest first.",
    answers: { 200: { offer: moderatedOfferJson.serialize(moderatedExample, 'operator') } },
    problems: ['offer_not_found'],
  },
  'POST /api/operator/offers/:offerId/approve': {
    ...moderationOperation(
      'approveOffer',
      'Approve an offer',
      `Charges the one-time add-ons. ${versionNeeded}`,
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
    ...moderationOperation(
      'rejectOffer',
      'Reject an offer',
      `Releases all its money to the advertiser. ${versionNeeded}`,
      rejectedExample,
    ),
    body: { refusal: { reason: 'It asks for a review.', version: 3 } },
    problems: ['offer_not_found', 'task_state_conflict', 'version_conflict'],
  },
  'POST /api/operator/offers/:offerId/change/approve': {
    ...moderationOperation(
      'approveOfferChange',
      'Approve a pending change of an active offer',
      `Executors see the new content from now on; existing reservations keep theirs. ${versionNeeded}`,
      { ...offerExample, ...changedContent, version: 6 },
    ),
    body: { read: { version: 5 } },
    problems: changeProblems,
  },
  'POST /api/operator/offers/:offerId/change/reject': {
    ...moderationOperation(
      'rejectOfferChange',
      'Reject a pending change of an active offer',
      `The offer stays unchanged. Its advertiser is notified and sees the reason in \`pendingChange\`. ${versionNeeded}`,
      { ...offerExample, pendingChange: refusedChange, version: 6 },
    ),
    body: { refusal: { reason: 'It asks for a password.', version: 5 } },
    problems: changeProblems,
  },
  'POST /api/operator/offers/:offerId/pause': moderationOperation(
    'pauseOfferAsOperator',
    'Pause an offer',
    'Its advertiser cannot resume it.',
    {
      ...pausedExample,
      pausedBy: 'operator',
    },
  ),
  'POST /api/operator/offers/:offerId/resume': {
    ...moderationOperation(
      'resumeOfferAsOperator',
      'Resume an offer',
      'Whether an operator or the advertiser paused it.',
      offerExample,
    ),
    problems: ['offer_not_found', 'task_state_conflict', 'offer_ended', 'offers_paused'],
  },
})
