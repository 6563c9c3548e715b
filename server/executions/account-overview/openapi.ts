import { anna } from '../../accounts/profile/openapi.ts'
import { earningsExample } from '../../ledger/openapi.ts'
import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { reportExample } from '../openapi-examples.ts'
import { executorExample } from '../reputation/openapi.ts'
import { overviewJson, serializeWorkOf } from './serialize.ts'

const overview = overviewJson.serialize(
  {
    account: anna,
    operator: idOf(2),
    now: at('11:50:00'),
    sanctions: [],
    balance: {
      account: anna.id,
      availableUnits: 0n,
      heldUnits: 0n,
      debtUnits: 0n,
      lowThresholdUnits: 0n,
      updatedAt: null,
    },
    earnings: earningsExample,
    advertiser: null,
    executor: executorExample,
    offers: [],
    reports: [],
    sharers: [idOf(57)],
    work: [
      { status: 'Accepted', count: 44 },
      { status: 'Rejected', count: 2 },
    ],
  },
  'USD',
)
const work = { ...reportExample, fraudHoldAt: null, offerTitle: 'Find the opening hours of a museum' }

export const overviewOperatorDocs = docsIn('Accounts', {
  'GET /api/operator/accounts/:accountId': {
    id: 'getAccountOverview',
    summary: 'Read an account with its activity, money and sanctions',
    about:
      'Includes both sides of the market, whatever roles the account has now. Counts by status stop at 10,000 records.',
    answers: { 200: { overview } },
    problems: ['account_not_found'],
  },
  'GET /api/operator/accounts/:accountId/work': {
    id: 'listAccountWork',
    summary: "List an executor's submitted work, newest first",
    about: 'Their offers are in `GET /api/operator/offers?advertiserId=…`.',
    answers: { 200: { page: serializeWorkOf({ ...pageWith(work), now: at('11:00:00') }) } },
    problems: ['account_not_found'],
  },
})
