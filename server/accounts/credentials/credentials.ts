import type { Credential } from '../account.ts'

/** Returns the status of a credential. Expiry depends on the time only, not on a job. */
export function statusOf({ revokedAt, expiresAt }: Credential, now: Date): 'Active' | 'Expired' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked'
  return expiresAt !== null && expiresAt <= now ? 'Expired' : 'Active'
}

/** Expired credentials can be revoked too: until then they count towards the maximum. */
export function credentialActions({ kind, revokedAt }: Credential): string[] {
  if (revokedAt !== null) return []
  return kind === 'ApiKey' ? ['ChangeNetworks', 'Revoke'] : ['Revoke']
}
