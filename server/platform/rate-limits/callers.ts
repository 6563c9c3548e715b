/** How long the answer about a credential is trusted, to count its requests and to refuse one: it may have been revoked since. */
export const trustMs = 60_000
export const refusalTrustMs = 1000

/** A credential, and what the database said of it last. */
export type Caller = { account: number | undefined; confirmedAt: number }

/** Returns the accounts of those of the credentials that are valid. */
export type FindAccounts = (
  hashes: readonly Buffer[],
) => Promise<readonly { readonly hash: Buffer; readonly account: number }[]>

type Confirmable = { readonly hash: Buffer; readonly caller: Caller; readonly isReadOnly: boolean }

/** Looks up the credentials that were not confirmed for a while; before a refusal, for a second. */
export async function confirm(
  checks: readonly Confirmable[],
  findAccounts: FindAccounts,
  time: () => number,
): Promise<void> {
  const isOpen = ({ caller, isReadOnly }: Confirmable) =>
    time() - caller.confirmedAt >= (isReadOnly ? refusalTrustMs : trustMs)
  const open = new Map(checks.filter(isOpen).map(({ hash, caller }) => [hash.toString('latin1'), { hash, caller }]))
  if (open.size === 0) return
  const found = await findAccounts([...open.values()].map(({ hash }) => hash))
  const accounts = new Map(found.map(({ hash, account }) => [hash.toString('latin1'), account]))
  for (const [hash, { caller }] of open) {
    caller.account = accounts.get(hash)
    caller.confirmedAt = caller.account === undefined ? Number.NEGATIVE_INFINITY : time()
  }
}
