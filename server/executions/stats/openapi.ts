import { docsIn } from '../../values/requests/operation.ts'
import { statsReportJson } from './serialize.ts'

const statsExample = {
  day: '2026-03-01',
  submitted: 14,
  accepted: 11,
  rejected: 1,
  sentBack: 2,
  medianReviewSeconds: 5_400,
  rewardUnits: 55_000n,
  feeUnits: 5_500n,
  bonusUnits: 2_500n,
  depositUnits: 1_000_000n,
}

/** Group A: the data of charts. */
export const statsDocs = docsIn('Balance', {
  'GET /api/advertiser/figures': {
    id: 'getFigures',
    summary: 'Read daily spending, submissions and decisions',
    about: 'Includes every day of the period; `total` covers all of them.',
    answers: {
      200: {
        day: statsReportJson.serialize({
          from: '2026-03-01',
          to: '2026-03-01',
          currency: 'USD',
          days: [statsExample],
          total: { ...statsExample, day: null },
        }),
      },
    },
  },
})
