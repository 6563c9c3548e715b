import { Type } from 'typebox'
import { knownRole, knownScope } from '../../accounts/serialize.ts'
import { balanceJson } from '../../ledger/serialize.ts'
import { amount, arrayOf, id, instant, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { KeyAccount } from './key-account.ts'

const keyJson = serializer<KeyAccount>({ title: 'PresentedKey' })({
  id: [id, 'credentialId'],
  livemode: Type.Boolean({ description: 'false: a test key, which acts in the sandbox of the account' }),
  name: nullable(text),
  scopes: arrayOf(knownScope),
  allowedNetworks: [
    Type.Unsafe<readonly string[]>({ ...arrayOf(text), description: 'Allowed networks; empty: any address' }),
    ({ networks }) => networks ?? [],
  ],
  dailySpendMax: [
    nullable(amount({ description: 'What the key may hold and spend per UTC day; null: no limit' })),
    'dailySpendMaxUnits',
  ],
  spentToday: [amount({ description: 'What the key has held and spent on this UTC day' }), 'spentTodayUnits'],
  createdAtUtc: instant,
  expiresAtUtc: nullable(Type.String({ format: 'date-time', description: 'null: until revoked' })),
})

const limitsJson = serializer<KeyAccount>({ title: 'KeyLimits' })({
  requestsPerMinute: Type.Integer({ description: 'Requests with this key in any 60 seconds' }),
  accountRequestsPerMinute: Type.Integer({
    description: 'Requests with all credentials of the account in any 60 seconds',
  }),
  bodyBytesMax: Type.Integer({ description: 'Maximum size of a request body' }),
  pageSizeMax: Type.Integer({ description: 'Maximum size of a page' }),
})

export const keyAccountJson = serializer<KeyAccount>({ title: 'KeyAccount' })({
  id: [id, 'accountId'],
  email: text,
  roles: arrayOf(knownRole),
  language: Type.String({ description: 'Language (BCP 47) of e-mails and pages' }),
  isSuspended: Type.Boolean({ description: 'If suspended, only this operation is available' }),
  createdAtUtc: [instant, 'accountCreatedAt'],
  currency: text,
  key: keyJson,
  limits: limitsJson,
  balance: [
    Type.Union([balanceJson.schema, Type.Null()], {
      description: 'null: the key does not have the scope `balance:read`',
    }),
    ({ balance, currency }) => balance && balanceJson.serialize(balance, currency),
  ],
})
