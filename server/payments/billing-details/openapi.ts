import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { billingJson } from './serialize.ts'

const input = {
  name: 'Corner Bakery Ltd',
  address: '12 Mill Lane\nBristol BS1 4QA\nUnited Kingdom',
  taxId: 'GB123456789',
}
const details = { ...input, updatedAt: at('10:00:00') }

export const billingDocs = docsIn('Deposits', {
  'GET /api/advertiser/billing-details': {
    id: 'getBillingDetails',
    summary: 'Read what your receipts say about you',
    about: 'All members are null before they were entered.',
    answers: { 200: { details: billingJson.serialize(details) } },
  },
  'PUT /api/advertiser/billing-details': {
    id: 'replaceBillingDetails',
    summary: 'Replace what your receipts say about you',
    about: 'Receipts that already name a buyer keep what they say; those without a buyer name the new one.',
    body: { company: input },
    answers: { 200: { details: billingJson.serialize(details) } },
  },
})
