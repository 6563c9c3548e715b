import { balanceFacts } from '../../ledger/openapi.ts'
import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { keyAccountJson } from './serialize.ts'

const facts = {
  accountId: idOf<'account'>(17),
  email: 'ann@example.com',
  roles: ['Advertiser'],
  language: 'en',
  isSuspended: false,
  accountCreatedAt: at('08:00:00'),
  credentialId: idOf<'credential'>(31),
  livemode: true,
  name: 'Order import',
  scopes: ['tasks:read', 'tasks:write', 'reports:read', 'reports:write', 'balance:read'],
  networks: null,
  dailySpendMaxUnits: 500_000n,
  spentTodayUnits: 125_000n,
  createdAt: at('08:10:00'),
  expiresAt: null,
  currency: 'USD',
  requestsPerMinute: 1_000,
  accountRequestsPerMinute: 5_000,
  bodyBytesMax: 262_144,
  pageSizeMax: 100,
  balance: balanceFacts,
} as const

export const keyAccountDocs = docsIn('Account', {
  'GET /v1/account': {
    id: 'getAccount',
    summary: 'Get the account of the API key',
    about:
      'Returns the account, the scopes of the key, its limits and, with the scope `balance:read`, the balance. Suspended accounts can read it too.',
    answers: {
      200: {
        account: keyAccountJson.serialize(facts),
        withoutBalance: keyAccountJson.serialize({ ...facts, scopes: ['tasks:write'], balance: null }),
      },
    },
  },
})
