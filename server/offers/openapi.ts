import { pageWith } from '../values/example.ts'
import { docsIn } from '../values/requests/operation.ts'
import { serializeOfferDefaults } from './drafts/serialize.ts'
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

const estimateExample = {
  rewardPerAction: 0.5,
  feePerAction: 0.05,
  addOns: [],
  addOnCostPerAction: 0,
  costPerAction: 0.55,
  flatCost: 0,
  totalLimit: 200,
  totalCost: 110,
  currency: 'USD',
  available: 92.5,
  missing: 17.5,
  hoursToFill: 9,
  feeChange: { feePercent: 12, holdsFromUtc: '2026-04-01T00:00:00.000Z' },
}
/** Problems of an order in addition to the errors of its schema. */
const orderProblems = [
  'unknown_price',
  'price_inactive',
  'unknown_country',
  'unknown_add_on',
  'details_invalid',
  'reward_per_hour_too_low',
]
const own = ['offer_not_found']

/** Refused while a cause pauses all offers of the advertiser. */
const paused = 'offers_paused'

const transitionOperation = (
  id: string,
  summary: string,
  about: string,
  offer: typeof offerExample,
  more: string[] = [],
) => ({
  id,
  summary,
  about,
  answers: { 200: { offer: serializeOffer(offer) } },
  problems: [...own, 'task_state_conflict', ...more],
})

export const offerDocs = docsIn('Offers', {
  'POST /api/advertiser/offers/draft': {
    id: 'createOfferDraft',
    summary: 'Create a draft',
    about:
      'Validated like a submitted offer, but no money moves and nobody sees it. `POST /api/advertiser/offers/estimate` tells the cost before. With `maxCost`, fails if the cost is higher.',
    body: { order: orderExample },
    answers: { 200: { draft: serializeOffer(draftExample) } },
    problems: [...orderProblems, 'max_cost_exceeded', 'storage_limit_reached'],
  },
  'POST /api/advertiser/offers/submit': {
    id: 'submitOffer',
    summary: 'Create and submit an offer',
    about:
      'Holds the full cost: reward, fee and add-ons of every slot. Fails if less is available. An operator then approves or rejects the offer. With `maxCost`, fails if the cost is higher.',
    body: { order: orderExample },
    answers: { 200: { submitted: serializeOffer(submittedExample) } },
    problems: [
      ...orderProblems,
      'max_cost_exceeded',
      'sanctioned',
      'insufficient_funds',
      'debt_unsettled',
      'storage_limit_reached',
    ],
  },
  'POST /api/advertiser/offers/estimate': {
    id: 'estimateOffer',
    summary: 'Estimate the cost of an offer',
    about:
      'Takes the body of a draft and creates nothing. A single error is returned with its own code, several errors as `validation_error`.',
    body: { order: orderExample },
    answers: { 200: { estimate: estimateExample } },
    problems: [...orderProblems, 'unknown_list', 'unknown_qualification', 'max_cost_exceeded'],
  },
  'GET /api/advertiser/offers/defaults': {
    id: 'getOfferDefaults',
    summary: 'Read the defaults of an offer',
    about: 'The values of members that an order leaves out. A price may have its own reservation duration.',
    answers: {
      200: {
        defaults: serializeOfferDefaults({
          reservationSeconds: 3_600,
          reviewSeconds: 259_200,
          reworkSeconds: 172_800,
          attemptsMax: 3,
        }),
      },
    },
  },
  'GET /api/advertiser/offers': {
    id: 'listOffers',
    summary: 'List your offers, newest first',
    about: '`sort` changes the order; `status` and `search` filter.',
    answers: { 200: { page: serializeOffers(pageWith(offerExample)) } },
  },
  'GET /api/advertiser/offers/:offerId': {
    id: 'getOffer',
    summary: 'Read one of your offers',
    answers: { 200: { active: serializeOffer(offerExample) } },
    problems: own,
  },
  'PUT /api/advertiser/offers/:offerId': {
    id: 'replaceOffer',
    summary: 'Replace an offer',
    about:
      'Replaces the members of Group A, as far as the status allows: `editableMembers` names those that can change. `description`, `startsAtUtc` and `endsAtUtc` stay if they are missing.',
    body: { order: orderExample },
    answers: { 200: { changed: serializeOffer({ ...offerExample, version: 5 }) } },
    problems: [
      ...own,
      ...orderProblems,
      'task_not_editable',
      'task_state_conflict',
      paused,
      'offer_ended',
      'insufficient_funds',
      'debt_unsettled',
    ],
  },
  'POST /api/advertiser/offers/:offerId/submit': transitionOperation(
    'submitOfferDraft',
    'Submit a draft or rejected offer',
    'Holds its full cost.',
    submittedExample,
    [
      ...orderProblems,
      paused,
      'unknown_list',
      'unknown_qualification',
      'no_items_added',
      'offer_ended',
      'sanctioned',
      'insufficient_funds',
      'debt_unsettled',
    ],
  ),
  'POST /api/advertiser/offers/:offerId/withdraw': transitionOperation(
    'withdrawOffer',
    'Recall an offer from moderation',
    'It becomes a draft again, and its held money is released.',
    draftExample,
  ),
  'POST /api/advertiser/offers/:offerId/pause': transitionOperation(
    'pauseOffer',
    'Pause an offer',
    'Current reservations continue, and submitted work can be reviewed.',
    pausedExample,
  ),
  'POST /api/advertiser/offers/:offerId/resume': transitionOperation(
    'resumeOffer',
    'Resume an offer',
    'Not possible if an operator paused it.',
    offerExample,
    ['offer_ended', paused],
  ),
  'DELETE /api/advertiser/offers/:offerId': transitionOperation(
    'archiveOffer',
    'Archive an offer',
    'Releases money held for free slots at once, and for reserved or reviewed slots when they end. Repeating it returns the same result.',
    archivedExample,
  ),
})

export const availableDocs = docsIn('Available offers', {
  'GET /api/executor/offers/available': {
    id: 'listAvailableOffers',
    summary: 'List offers with free slots, newest first',
    about:
      '`Sort` changes the order. Includes offers that this executor cannot reserve now, unless `OnlyEligible` is set; `OnlyQualified` lists those for which they qualify, `OnlyMissingProfile` lists those that a complete profile would make eligible; `OnlyFavourites` lists those of favourite advertisers, and offers of blocked ones are left out. `eligible` and `ineligibleReasons` give every reason. Data may be up to two seconds old.',
    answers: { 200: { page: serializeAvailablePage(pageWith(availableExample), undefined) } },
  },
})
