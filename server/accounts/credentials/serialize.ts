import { type TSchema, Type } from 'typebox'
import type { PageOf } from '../../values/requests/page.ts'
import { amount, arrayOf, id, instant, known, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { type Credential, roles, scopes } from '../account.ts'
import { spentTodayUnits } from '../spending/spending.ts'

const list = (description: string, items: TSchema = text) =>
  Type.Unsafe<readonly string[]>({ ...arrayOf(items), description })

const credentialJson = serializer<Credential, Date>({ title: 'Credential' })({
  id,
  kind: [
    known('CredentialKind', ['AccessToken', 'ApiKey']),
    ({ kind }) => (kind === 'AccessToken' ? kind : ('ApiKey' as const)),
  ],
  livemode: [
    Type.Boolean({ description: 'false: a test key, which acts only in the sandbox of the account' }),
    ({ kind }) => kind !== 'TestKey',
  ],
  name: nullable(Type.String({ description: 'Name given by its owner' })),
  roles: list('Of an access token: its roles', known('Role', roles)),
  scopes: list('Of an API key: its scopes', known('Scope', scopes)),
  allowedNetworks: [
    list('Of an API key: allowed networks; empty: any address'),
    (credential) => credential.networks ?? [],
  ],
  dailySpendMax: [
    nullable(amount({ description: 'Of an API key: what it may hold and spend per UTC day; null: no limit' })),
    'dailySpendMaxUnits',
  ],
  spentToday: [amount({ description: 'Of an API key: what it has held and spent on this UTC day' }), spentTodayUnits],
  status: [known('CredentialStatus', ['Active', 'Expired', 'Revoked']), (credential, now) => statusOf(credential, now)],
  createdAtUtc: instant,
  expiresAtUtc: nullable(Type.String({ format: 'date-time', description: 'null: until revoked' })),
  revokedAtUtc: nullable(instant),
  lastUsedAtUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'Last use, to the minute, recorded with a delay of seconds; null: never',
    }),
  ),
  lastRefusedAtUtc: [
    nullable(
      Type.String({
        format: 'date-time',
        description: 'Last use from outside its networks, to the minute; null: never',
      }),
    ),
    'refusedAt',
  ],
  lastRefusedAddress: [nullable(Type.String({ description: 'Address of that use' })), 'refusedAddress'],
  allowedActions: [arrayOf(text), (credential) => credentialActions(credential)],
})
const issuedJson = serializer<Credential & { readonly secret: string }, Date>({ title: 'IssuedCredential' })({
  ...credentialJson.members,
  secret: Type.String({ description: 'The secret for requests, returned only once' }),
})
export const { schema: credentialSchema, pageSchema: credentialsSchema } = credentialJson
export const issuedSchema = issuedJson.schema

/** Returns the status of a credential. Expiry depends on the time only, not on a job. */
function statusOf({ revokedAt, expiresAt }: Credential, now: Date): 'Active' | 'Expired' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked'
  return expiresAt !== null && expiresAt <= now ? 'Expired' : 'Active'
}

/** Expired credentials can be revoked too: until then they count towards the maximum. */
function credentialActions({ kind, revokedAt }: Credential): string[] {
  if (revokedAt !== null) return []
  return kind === 'AccessToken' ? ['Revoke'] : ['ChangeNetworks', 'ChangeDailySpendMax', 'Revoke']
}

type WithTime = { readonly now: Date }

export const serializeOwnCredential = (credential: Credential & WithTime) =>
  credentialJson.serialize(credential, credential.now)

export const serializeIssued = (issued: Credential & WithTime & { readonly secret: string }) =>
  issuedJson.serialize(issued, issued.now)

export const serializeOwnCredentials = (list: PageOf<Credential> & WithTime) =>
  credentialJson.serializePage(list, list.now)
