import { Type } from 'typebox'
import { roles, scopes } from '../../accounts/account.ts'
import { balanceJson } from '../../ledger/serialize.ts'
import type { Config } from '../../platform/config/config.ts'
import { bodyBytesMax } from '../../platform/http/bodies.ts'
import { pageSizeMax } from '../../values/requests/page.ts'
import { arrayOf, id, instant, known, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { KeyAccount } from './actions.ts'

type Limits = Pick<Config, 'currency' | 'keyRatePerMinute' | 'accountRatePerMinute'>

const keyJson = serializer<KeyAccount, Limits>({ title: 'PresentedKey' })({
  id: [id, 'credentialId'],
  name: nullable(text),
  scopes: arrayOf(known('Scope', scopes)),
  allowedNetworks: [
    Type.Unsafe<readonly string[]>({ ...arrayOf(text), description: 'Allowed networks; empty: any address' }),
    ({ networks }) => networks ?? [],
  ],
  createdAtUtc: instant,
  expiresAtUtc: nullable(Type.String({ format: 'date-time', description: 'null: until revoked' })),
})

const limitsJson = serializer<KeyAccount, Limits>({ title: 'KeyLimits' })({
  requestsPerMinute: [
    Type.Integer({ description: 'Requests with this key in any 60 seconds' }),
    (_, { keyRatePerMinute }) => keyRatePerMinute,
  ],
  accountRequestsPerMinute: [
    Type.Integer({ description: 'Requests with all credentials of the account in any 60 seconds' }),
    (_, { accountRatePerMinute }) => accountRatePerMinute,
  ],
  bodyBytesMax: [Type.Integer({ description: 'Maximum size of a request body' }), () => bodyBytesMax],
  pageSizeMax: [whole, () => pageSizeMax],
})

export const keyAccountJson = serializer<KeyAccount, Limits>({ title: 'KeyAccount' })({
  id: [id, 'accountId'],
  email: text,
  roles: arrayOf(known('Role', roles)),
  language: Type.String({ description: 'Language (BCP 47) of e-mails and pages' }),
  isSuspended: Type.Boolean({ description: 'If suspended, only this operation is available' }),
  createdAtUtc: [instant, 'accountCreatedAt'],
  currency: [text, (_, { currency }) => currency],
  key: keyJson,
  limits: limitsJson,
  balance: [
    Type.Union([balanceJson.schema, Type.Null()], {
      description: 'null: the key does not have the scope `balance:read`',
    }),
    ({ balance }, { currency }) => balance && balanceJson.serialize(balance, currency),
  ],
})
