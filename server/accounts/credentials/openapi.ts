import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { Credential } from '../account.ts'
import { serializeIssued, serializeOwnCredential, serializeOwnCredentials } from './serialize.ts'

const now = at('11:00:00')

const token: Credential = {
  id: idOf(77),
  kind: 'AccessToken',
  account: idOf(23),
  name: 'My phone',
  roles: ['Executor'],
  scopes: [],
  createdAt: at('10:00:00'),
  expiresAt: new Date('2026-05-30T10:00:00.000Z'),
  revokedAt: null,
  lastUsedAt: at('10:59:30'),
  networks: null,
  refusedAt: null,
  refusedAddress: null,
  dailySpendMaxUnits: null,
  spentOn: null,
  spentUnits: 0n,
}
const key: Credential = {
  ...token,
  id: idOf(78),
  kind: 'ApiKey',
  name: 'The shop',
  roles: [],
  scopes: ['tasks:read', 'reports:read', 'reports:write'],
  networks: ['203.0.113.0/24'],
  dailySpendMaxUnits: 500_000n,
  spentOn: '2026-03-01',
  spentUnits: 125_000n,
  expiresAt: null,
}
const testKey: Credential = {
  ...key,
  id: idOf(79),
  kind: 'TestKey',
  name: 'Tests of the shop',
  networks: null,
  lastUsedAt: null,
}
const once =
  'The `secret` is returned only once; only its hash is stored. Requires a session confirmed with the password or a passkey within ten minutes (`POST /console/api/auth/confirm`).'

const listing = (id: string, what: string, credential: Credential) => ({
  id,
  summary: `List your ${what}, newest first`,
  answers: { 200: { page: serializeOwnCredentials({ ...pageWith(credential), now }) } },
})
const revoking = (id: string, what: string, credential: Credential) => ({
  id,
  summary: `Revoke ${what}`,
  about: 'It is refused from the next request on. If already revoked, returns it unchanged.',
  answers: { 200: { revoked: serializeOwnCredential({ ...credential, revokedAt: now, now }) } },
  problems: ['credential_not_found'],
})

/** Console settings: credentials of the account's programs. Sessions only. */
export const credentialDocs = docsIn('Credentials', {
  'GET /console/api/settings/tokens': listing('listAccessTokens', 'access tokens', token),
  'POST /console/api/settings/tokens': {
    id: 'issueAccessToken',
    summary: 'Issue an access token',
    about: once,
    body: { phone: { name: 'My phone', roles: ['Executor'], days: 90 } },
    answers: { 201: { issued: serializeIssued({ ...token, lastUsedAt: null, now, secret: 'mkt_at_…' }) } },
    problems: ['account_role_missing', 'confirmation_required', 'second_factor_required', 'too_many_credentials'],
  },
  'DELETE /console/api/settings/tokens/:id': revoking('revokeAccessToken', 'an access token', token),
  'GET /console/api/settings/keys': listing('listApiKeys', 'API keys', key),
  'POST /console/api/settings/keys': {
    id: 'createApiKey',
    summary: 'Create an API key',
    about: `${once} Requires an account with the role Advertiser. With \`livemode\` false, any account gets a test key, which acts only in its sandbox (docs/api/sandbox.md).`,
    body: {
      shop: { name: 'The shop', scopes: key.scopes, allowedNetworks: key.networks, dailySpendMax: 50 },
      test: { name: 'Tests of the shop', livemode: false },
    },
    answers: {
      201: {
        made: serializeIssued({ ...key, lastUsedAt: null, spentOn: null, spentUnits: 0n, now, secret: 'mkt_live_…' }),
        test: serializeIssued({ ...testKey, now, secret: 'mkt_test_…' }),
      },
    },
    problems: ['account_role_missing', 'confirmation_required', 'sandbox_unavailable', 'too_many_credentials'],
  },
  'PATCH /console/api/settings/keys/:id': {
    id: 'updateApiKey',
    summary: 'Change the allowed networks or the daily spending limit of an API key',
    about:
      'From the next request on, other addresses are refused with 403 `address_not_allowed`. An empty list allows any address. Operations that would hold or spend more than `dailySpendMax` on a UTC day are refused with 409 `daily_spend_max_exceeded`; null removes the limit. Members that the body leaves out stay as they are. Allowing more than before requires a session confirmed within ten minutes (`POST /console/api/auth/confirm`); allowing less does not.',
    body: {
      office: { allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] },
      limit: { dailySpendMax: 50 },
      noLimit: { dailySpendMax: null },
    },
    answers: {
      200: { changed: serializeOwnCredential({ ...key, networks: ['203.0.113.0/24', '2001:db8::/32'], now }) },
    },
    problems: ['credential_not_found', 'confirmation_required'],
  },
  'DELETE /console/api/settings/keys/:id': revoking('revokeApiKey', 'an API key', key),
})
