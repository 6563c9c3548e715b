import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { AdvertiserReputation, OwnReputation } from '../reputation.ts'
import { advertiserReputationJson, executorReputationJson } from '../serialize-reputation.ts'

const advertiser: AdvertiserReputation = {
  decided: 412,
  accepted: 396,
  medianReviewSeconds: 7_260,
  disputesDecided: 4,
  disputesLost: 1,
  refreshedAt: at('11:40:00'),
  since: at('09:00:00'),
}

export const executorExample: OwnReputation = {
  accepted: 44,
  rejected: 2,
  missed: 1,
  missedLast: at('10:20:00'),
  missedFirst: null,
  coolingUntil: null,
  coolDownAfter: 5,
  clearingSeconds: 86_400,
  isClear: false,
  disputesDecided: 1,
  disputesWon: 1,
  since: at('09:00:00'),
}

const counted =
  'What available offers show executors about the advertiser: acceptance rate, review times and lost disputes. Updated every five minutes.'

/** Group A: the records of executors and advertisers. */
export const reputationDocs = docsIn('Work', {
  'GET /api/executor/standing': {
    id: 'getExecutorStanding',
    summary: 'Read your level, progress and recent missed reservations',
    about:
      'The level determines which offers can be reserved and how long earnings are pending. Reservations that were cancelled, expired or ended with withdrawn work count for 24 hours; too many cause a cool-down.',
    answers: { 200: { standing: executorReputationJson.serialize(executorExample) } },
  },
  'GET /api/advertiser/standing': {
    id: 'getAdvertiserStanding',
    tag: 'Offers',
    summary: "Read this advertiser's reputation",
    about: counted,
    answers: { 200: { standing: advertiserReputationJson.serialize(advertiser) } },
  },
})

/** Group B: the record of an advertiser. */
export const reputationDocsV1 = docsIn('Reports', {
  'GET /v1/standing': {
    id: 'getStanding',
    summary: "Read this advertiser's reputation",
    about: counted,
    answers: { 200: { standing: advertiserReputationJson.serialize(advertiser) } },
  },
})
