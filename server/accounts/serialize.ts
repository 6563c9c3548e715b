import { isoOrNull } from '../values/requests/schema.ts'
import type { Account, Credential } from './account.ts'

/** An account, for the operator on the command line. */
export const serializeAccount = ({ id, email, roles, language, status, statusReason }: Account) => ({
  id,
  email,
  roles,
  language,
  status,
  statusReason,
})

/** A credential, for its owner; never includes the secret. */
export const serializeCredential = (credential: Credential) => ({
  id: credential.id,
  kind: credential.kind,
  accountId: credential.account,
  name: credential.name,
  allowedNetworks: credential.networks ?? [],
  createdAtUtc: isoOrNull(credential.createdAt),
  expiresAtUtc: isoOrNull(credential.expiresAt),
  revokedAtUtc: isoOrNull(credential.revokedAt),
  lastUsedAtUtc: isoOrNull(credential.lastUsedAt),
})
