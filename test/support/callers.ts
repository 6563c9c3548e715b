import type { Role } from '../../server/accounts/account.ts'
import { createAccount, createKey, issueToken, revokeCredential } from '../../server/accounts/actions.ts'
import { type CredentialKind, type IssuedKind, makeSecret } from '../../server/accounts/credential.ts'
import { suspendAccount } from '../../server/accounts/sanctions/actions.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Client } from './client.ts'
import { openSession } from './console.ts'
import { advertiser, executor, operator, type Person } from './fixtures.ts'
import type { Market } from './market.ts'

const day = 86_400

/** A person with a console session. */
export type Caller = Person & { readonly session: string; readonly c: Client }

async function withSession(market: Market, person: Person): Promise<Caller> {
  const session = (await openSession(market, person.id)).split('; ')[0] ?? ''
  return { ...person, session, c: market.as(session) }
}

/** The people of a market with access, and for each role everyone without. */
export type Callers = {
  readonly market: Market
  readonly advertiser: Caller
  readonly executor: Caller
  readonly operator: Caller
  /** Others with the same role, without any shared records. */
  readonly strangers: Readonly<Record<Role, Caller>>
  /** Former credentials of the people: expired or revoked. */
  readonly formerCredentials: Readonly<Record<Role | 'ApiKey', { readonly expired: string; readonly revoked: string }>>
}

const richest = 1_000_000

/** Creates the people of a market. Advances its clock by a day, so that some credentials expire. */
export async function createCallers(market: Market): Promise<Callers> {
  const people = {
    Advertiser: await withSession(market, await advertiser(market, { funds: richest })),
    Executor: await withSession(market, await executor(market)),
    Operator: await withSession(market, await operator(market)),
  }
  const spent = {
    Advertiser: await formerCredentialsOf(market, people.Advertiser, 'AccessToken'),
    Executor: await formerCredentialsOf(market, people.Executor, 'AccessToken'),
    Operator: await formerCredentialsOf(market, people.Operator, 'AccessToken'),
    ApiKey: await formerCredentialsOf(market, people.Advertiser, 'ApiKey'),
  }
  market.pass(day)
  const strangers = {
    Advertiser: await withSession(market, await advertiser(market, { funds: richest })),
    Executor: await withSession(market, await executor(market)),
    Operator: await withSession(market, await operator(market)),
  }
  const { Advertiser, Executor, Operator } = people
  return { market, advertiser: Advertiser, executor: Executor, operator: Operator, strangers, formerCredentials: spent }
}

async function formerCredentialsOf({ ctx }: Market, { email }: Person, kind: IssuedKind) {
  const issue = (days: number) => (kind === 'ApiKey' ? createKey : issueToken)(ctx, { email, days })
  const { secret: expired } = await issue(1)
  const { secret: revoked, id } = await issue(365)
  await revokeCredential(ctx, kind, id)
  return { expired, revoked }
}

let serial = 0

/** Returns the secret of a new account with these roles. */
export async function accountWith({ ctx }: Market, kind: IssuedKind, roles: readonly Role[]) {
  const email = `cast${++serial}@example.com`
  const { id } = await createAccount(ctx, { email, roles, language: 'en' })
  const { secret } = await (kind === 'ApiKey' ? createKey : issueToken)(ctx, { email })
  return { id, email, secret }
}

/** Returns the secret of an account that was suspended later. */
export async function suspended(market: Market, kind: IssuedKind, role: Role): Promise<string> {
  const { email, secret } = await accountWith(market, kind, [role])
  await suspendAccount(market.ctx, email, 'a test')
  return secret
}

/** Returns the secret of an account that has lost the role. */
export async function formerly(market: Market, kind: IssuedKind, role: Role): Promise<string> {
  const { id, secret } = await accountWith(market, kind, [role])
  const other = role === 'Executor' ? 'Advertiser' : 'Executor'
  await market.ctx.db.run(sql`update accounts set roles = ${[other]}::text[] where id = ${id}`)
  return secret
}

/** Returns a token of an account with every role, issued for all roles except this one. */
export async function issuedWithout(market: Market, role: Role): Promise<string> {
  const all: Role[] = ['Advertiser', 'Executor', 'Operator']
  const { email } = await accountWith(market, 'AccessToken', all)
  return (await issueToken(market.ctx, { email, roles: all.filter((each) => each !== role) })).secret
}

/** Returns a key of the person with every scope except this one. */
export async function keyWithout({ ctx }: Market, { email }: Person, all: readonly string[], scope: string) {
  const { secret, id } = await createKey(ctx, { email, scopes: all.filter((each) => each !== scope) })
  return { secret, id }
}

/** Returns a well-formed secret with a valid checksum that was never issued. */
export const neverIssued = (kind: CredentialKind): string => makeSecret(kind)

/** Returns the secret with its last character changed, which invalidates the checksum. */
export const misspelt = (secret: string): string => secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
