import { at } from '../../values/example.ts'
import type { Docs } from '../../values/requests/operation.ts'
import type { AdvertiserReputation, OwnReputation } from '../reputation.ts'
import { serializeAdvertiserReputation, serializeExecutorReputation } from '../serialize-reputation.ts'

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
  'The same that each available offer shows executors before they reserve: how much is accepted, how fast, and how many appeals were lost. It is counted every five minutes.'

/** Group A: where somebody stands. */
export const reputationDocs: Docs = {
  'GET /api/executor/standing': {
    id: 'readExecutorStanding',
    tag: 'Work',
    summary: 'Read own level, what is missing to the next one, and what was missed lately',
    about:
      'The level decides which offers can be reserved and how long earnings are pending. Reservations that were cancelled or ran out, or whose work was withdrawn, are counted for 24 hours; too many of them call for a rest.',
    answers: { 200: { standing: serializeExecutorReputation(executorExample) } },
  },
  'GET /api/advertiser/standing': {
    id: 'readAdvertiserStanding',
    tag: 'Offers',
    summary: 'Read what executors are told of this advertiser',
    about: counted,
    answers: { 200: { standing: serializeAdvertiserReputation(advertiser) } },
  },
}

/** Group B: the same of an advertiser. */
export const reputationDocsV1: Docs = {
  'GET /v1/standing': {
    id: 'readStanding',
    tag: 'Reports',
    summary: 'Read what executors are told of this advertiser',
    about: counted,
    answers: { 200: { standing: serializeAdvertiserReputation(advertiser) } },
  },
}
