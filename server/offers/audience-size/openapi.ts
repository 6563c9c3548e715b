import { docsIn } from '../../values/requests/operation.ts'

export const audienceSizeDocs = docsIn('Offers', {
  'GET /api/advertiser/offers/audience': {
    id: 'getAudienceSize',
    summary: 'Estimate how many executors match an audience',
    about:
      'Counts active executors by age, country, gender and level; lists and earlier work are not considered. Rounded down, without small audiences, and up to ten minutes old, so that it identifies nobody.',
    answers: { 200: { size: { atLeast: 1_200, smallestCount: 10 } } },
  },
})
