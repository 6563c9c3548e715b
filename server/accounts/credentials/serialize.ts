import { Type } from 'typebox'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, nullable, text } from '../../values/requests/schema.ts'
import type { Credential } from '../account.ts'

const list = (description: string) => Type.Unsafe<readonly string[]>({ ...arrayOf(text), description })

const members = {
  id,
  kind: Type.String({ description: 'AccessToken or ApiKey' }),
  name: nullable(Type.String({ description: 'Name given by its owner' })),
  roles: list('Of an access token: its roles'),
  scopes: list('Of an API key: its scopes'),
  allowedNetworks: list('Of an API key: allowed networks; empty: any address'),
  status: Type.String({ description: 'Active, Expired or Revoked' }),
  createdAtUtc: instant,
  expiresAtUtc: nullable(Type.String({ format: 'date-time', description: 'null: until revoked' })),
  revokedAtUtc: nullable(instant),
  lastUsedAtUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'Last use, to the minute, recorded with a delay of seconds; null: never',
    }),
  ),
  lastRefusedAtUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'Last use from outside its networks, to the minute; null: never',
    }),
  ),
  lastRefusedAddress: nullable(Type.String({ description: 'Address of that use' })),
  allowedActions: arrayOf(text),
}
export const credentialSchema = Type.Object(members, { title: 'Credential' })
export const credentialsSchema = listOf(credentialSchema)
export const issuedSchema = Type.Object(
  { ...members, secret: Type.String({ description: 'The secret for requests, returned only once' }) },
  { title: 'IssuedCredential' },
)

/** Returns the status of a credential. Expiry depends on the time only, not on a job. */
function statusOf({ revokedAt, expiresAt }: Credential, now: Date): 'Active' | 'Expired' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked'
  return expiresAt !== null && expiresAt <= now ? 'Expired' : 'Active'
}

/** Expired credentials can be revoked too: until then they count towards the maximum. */
function credentialActions({ kind, revokedAt }: Credential): string[] {
  if (revokedAt !== null) return []
  return kind === 'ApiKey' ? ['ChangeNetworks', 'Revoke'] : ['Revoke']
}

export const serializeOwnCredential = (credential: Credential & { readonly now: Date }) => ({
  id: credential.id,
  kind: credential.kind,
  name: credential.name,
  roles: credential.roles,
  scopes: credential.scopes,
  allowedNetworks: credential.networks ?? [],
  status: statusOf(credential, credential.now),
  createdAtUtc: iso(credential.createdAt),
  expiresAtUtc: isoOrNull(credential.expiresAt),
  revokedAtUtc: isoOrNull(credential.revokedAt),
  lastUsedAtUtc: isoOrNull(credential.lastUsedAt),
  lastRefusedAtUtc: isoOrNull(credential.refusedAt),
  lastRefusedAddress: credential.refusedAddress,
  allowedActions: credentialActions(credential),
})

export const serializeIssued = (issued: Credential & { readonly now: Date; readonly secret: string }) => ({
  ...serializeOwnCredential(issued),
  secret: issued.secret,
})

export const serializeOwnCredentials = ({ now, ...list }: PageOf<Credential> & { now: Date }) =>
  mapItems(list, (credential) => serializeOwnCredential({ ...credential, now }))
