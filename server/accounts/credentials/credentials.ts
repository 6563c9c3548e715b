import type { Credential } from '../account.ts'

/** How it is with a credential now. It ends by its time, whether or not anybody looks. */
export function statusOf({ revokedAt, expiresAt }: Credential, now: Date): 'Active' | 'Expired' | 'Revoked' {
  if (revokedAt !== null) return 'Revoked'
  return expiresAt !== null && expiresAt <= now ? 'Expired' : 'Active'
}

/** What is expired may be revoked, too: it takes the place of another until then. */
export function credentialActions({ kind, revokedAt }: Credential): string[] {
  if (revokedAt !== null) return []
  return kind === 'ApiKey' ? ['ChangeNetworks', 'Revoke'] : ['Revoke']
}
