import { Type } from 'typebox'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, nullable, text } from '../../values/requests/schema.ts'
import type { Credential } from '../account.ts'
import { credentialActions, statusOf } from './credentials.ts'

const list = (description: string) => Type.Unsafe<readonly string[]>({ ...arrayOf(text), description })

const members = {
  id,
  kind: Type.String({ description: 'AccessToken or ApiKey' }),
  name: nullable(Type.String({ description: 'What its owner calls it' })),
  roles: list('Of an access token: what it counts for'),
  scopes: list('Of an API key: what it may'),
  allowedNetworks: list('Of an API key: networks from which alone it counts; empty: every address'),
  status: Type.String({ description: 'Active, Expired or Revoked' }),
  createdAtUtc: instant,
  expiresAtUtc: nullable(Type.String({ format: 'date-time', description: 'null: when it is revoked' })),
  revokedAtUtc: nullable(instant),
  lastUsedAtUtc: nullable(
    Type.String({ format: 'date-time', description: 'null: not yet. To the minute, written down some seconds later' }),
  ),
  lastRefusedAtUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'When it was last presented outside its networks; null: not yet. To the minute',
    }),
  ),
  lastRefusedAddress: nullable(Type.String({ description: 'From where it was presented then' })),
  allowedActions: arrayOf(text),
}
export const credentialSchema = Type.Object(members, { title: 'Credential' })
export const credentialsSchema = listOf(credentialSchema)
export const issuedSchema = Type.Object(
  { ...members, secret: Type.String({ description: 'What requests present. It is told here, and never again' }) },
  { title: 'IssuedCredential' },
)

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
