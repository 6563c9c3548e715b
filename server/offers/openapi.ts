import { pageWith } from '../values/example.ts'
import type { Docs } from '../values/requests/operation.ts'
import {
  archivedExample,
  availableExample,
  draftExample,
  offerExample,
  orderExample,
  pausedExample,
  submittedExample,
} from './openapi-examples.ts'
import { serializeOffer, serializeOffers } from './serialize.ts'
import { serializeAvailablePage } from './serialize-available.ts'

const tag = 'Offers'
const asked = { order: orderExample }
const estimateExample = {
  ...{ rewardPerAction: 0.5, feePerAction: 0.05, addOns: [], addOnCostPerAction: 0, costPerAction: 0.55, flatCost: 0 },
  ...{ totalLimit: 200, totalCost: 110, currency: 'USD', available: 92.5, missing: 17.5 },
}
/** What can be wrong with an order, beside what its schema says. */
const orderProblems = ['unknown_price', 'price_inactive', 'unknown_country', 'unknown_add_on', 'details_invalid']
const own = ['offer_not_found']

/** While something pauses all offers of the advertiser. */
const paused = 'offers_paused'

const moved = (id: string, summary: string, about: string, offer: typeof offerExample, more: string[] = []) => ({
  id,
  tag,
  summary,
  about,
  answers: { 200: { offer: serializeOffer(offer) } },
  problems: [...own, 'task_state_conflict', ...more],
})

/** Group A: an advertiser's offers. */
export const offerDocs: Docs = {
  'POST /api/advertiser/offers/draft': {
    id: 'createDraft',
    tag,
    summary: 'Make a draft',
    about:
      'The same is checked as for an offer that is submitted, but no money moves and nobody sees it. With `dryRun` nothing is made: the answer is an estimate of the cost. With `maxCost` nothing is made that costs more.',
    body: asked,
    answers: { 200: { draft: serializeOffer(draftExample), dryRun: estimateExample } },
    problems: [...orderProblems, 'max_cost_exceeded'],
  },
  'POST /api/advertiser/offers/submit': {
    id: 'submitOffer',
    tag,
    summary: 'Make an offer and submit it',
    about:
      'Its whole cost is held: reward, fee and add-ons of every slot. Where less is available, nothing is made. An operator then approves or rejects it. With `dryRun` nothing is made and nothing is held: the answer is an estimate of the cost. With `maxCost` nothing is made that costs more.',
    body: asked,
    answers: { 200: { submitted: serializeOffer(submittedExample), dryRun: estimateExample } },
    problems: [...orderProblems, 'max_cost_exceeded', 'sanctioned', 'insufficient_funds'],
  },
  'POST /api/advertiser/offers/estimate': {
    id: 'estimateOffer',
    tag,
    summary: 'Say what an offer would cost',
    about:
      'With the body of a draft; nothing is made. What is wrong with it is told all at once: by the code of the refusal where that is one thing, as `validation_error` where there are several.',
    body: asked,
    answers: { 200: { estimate: estimateExample } },
    problems: [...orderProblems, 'unknown_list'],
  },
  'GET /api/advertiser/offers': {
    id: 'listOffers',
    tag,
    summary: 'List own offers, newest first',
    about: 'Or in the order that `sort` names, and narrowed by `status` and `search`.',
    answers: { 200: { page: serializeOffers(pageWith(offerExample)) } },
  },
  'GET /api/advertiser/offers/:offerId': {
    id: 'readOffer',
    tag,
    summary: 'Read an own offer',
    answers: { 200: { active: serializeOffer(offerExample) } },
    problems: own,
  },
  'PUT /api/advertiser/offers/:offerId': {
    id: 'replaceOffer',
    tag,
    summary: 'Replace what an offer says',
    about:
      'Everything that OfferCreateDto names is replaced, as far as the status allows: a draft wholly, an active offer in its words and its totalLimit. Its price never changes.',
    body: asked,
    answers: { 200: { changed: serializeOffer({ ...offerExample, version: 5 }) } },
    problems: [
      ...own,
      ...orderProblems,
      'task_not_editable',
      'task_state_conflict',
      paused,
      'offer_ended',
      'insufficient_funds',
    ],
  },
  'POST /api/advertiser/offers/:offerId/submit': moved(
    'submitDraft',
    'Submit a draft, or what was rejected',
    'Its whole cost is held, as when it is submitted at once.',
    submittedExample,
    [...orderProblems, paused, 'unknown_list', 'offer_ended', 'sanctioned', 'insufficient_funds'],
  ),
  'POST /api/advertiser/offers/:offerId/withdraw': moved(
    'withdrawOffer',
    'Take an offer back from moderation',
    'It is a draft again, and all of its money comes back.',
    draftExample,
  ),
  'POST /api/advertiser/offers/:offerId/pause': moved(
    'pauseOffer',
    'Let nobody reserve an offer for a while',
    'Reservations run on, and submitted work can be reviewed.',
    pausedExample,
  ),
  'POST /api/advertiser/offers/:offerId/resume': moved(
    'resumeOffer',
    'Let executors reserve it again',
    'Not where an operator paused it.',
    offerExample,
    ['offer_ended', paused],
  ),
  'DELETE /api/advertiser/offers/:offerId': moved(
    'archiveOffer',
    'Archive an offer',
    'What is held for free slots comes back at once; for slots that are reserved or under review it stays until they end. Repeated, it answers the same.',
    archivedExample,
  ),
}

/** Group A: what an executor may reserve. */
export const availableDocs: Docs = {
  'GET /api/executor/offers/available': {
    id: 'listAvailableOffers',
    tag: 'Available offers',
    summary: 'List offers with free slots, the latest first',
    about:
      'Or in the order that `Sort` names. Offers that this executor cannot reserve now are listed too, unless `OnlyEligible` leaves them out; `eligible` and `ineligibleReasons` say so, for every reason that `reserve` has. Offers, and what the executor has done meanwhile, may be shown as they were up to two seconds ago.',
    answers: { 200: { page: serializeAvailablePage(pageWith(availableExample), undefined) } },
  },
}
