import { createAccount, createKey, findAccount, issueToken, revokeByName } from '../../accounts/actions.ts'
import { makeSecret } from '../../accounts/credential.ts'
import type { Ctx } from '../../platform/database/ctx.ts'

const people = {
  advertiser: { roles: ['Advertiser'] },
  executor: { roles: ['Executor'], country: 840, birthDate: '1990-01-31', gender: 'Female' },
  operator: { roles: ['Operator'] },
  advertiser2: { roles: ['Advertiser'] },
  executor2: { roles: ['Executor'], country: 276, birthDate: '1984-06-12', gender: 'Male' },
  executor3: { roles: ['Executor'], country: 356, birthDate: '1999-11-02', gender: 'Female' },
  executor4: { roles: ['Executor'], country: 76, birthDate: '1971-03-25', gender: 'Male' },
  executor5: { roles: ['Executor'], country: 643, birthDate: '2001-08-19', gender: 'Female' },
} as const
/** What advertisers see beside the work of executors. */
export const nicknames = {
  executor: 'Nora',
  executor2: 'Jonas K',
  executor3: 'Priya',
  executor4: 'Caio M',
  executor5: 'Vera',
} as const
export type Name = keyof typeof people
const names = Object.keys(people) as Name[]

export const emailOf = (name: Name): string => `${name}@demo.example`

type Secrets = Readonly<Record<Name, string>>
/** The accounts of the demo with their credentials. Passwords are known only when the accounts are created. */
export type People = {
  readonly ids: Readonly<Record<Name, number>>
  readonly tokens: Secrets
  readonly keys: Readonly<Record<'advertiser' | 'advertiser2', string>>
  /** For the sandbox of the advertiser; undefined if the installation has no sandboxes. */
  readonly testKey: string | undefined
  readonly passwords: Secrets | undefined
}

/** Creates the accounts in the past unless they exist. Issues new credentials each time. */
export async function openPeople(ctx: Ctx, past: () => Promise<Ctx>): Promise<People> {
  const known = await findAccount(ctx, emailOf('executor5')).catch(() => undefined)
  const passwords = known ? undefined : await forAll(async () => makeSecret('AccessToken').slice(-16))
  if (passwords) {
    const then = await past()
    // All or none: a stopped start can be repeated.
    await then.db.transaction(async (db) => {
      for (const name of names) {
        const account = { language: 'en', ...people[name], email: emailOf(name), password: passwords[name] }
        await createAccount({ ...then, db }, account)
      }
    })
  }
  const ids = await forAll(async (name) => (await findAccount(ctx, emailOf(name))).id as number)
  await forAll((name) => revokeByName(ctx, emailOf(name), 'demo'))
  const tokens = await forAll(
    async (name) => (await issueToken(ctx, { email: emailOf(name), days: 30, name: 'demo' })).secret,
  )
  const key = async (name: Name, livemode = true) =>
    (await createKey(ctx, { email: emailOf(name), name: 'demo', days: 30, livemode })).secret
  return {
    ids,
    tokens,
    keys: { advertiser: await key('advertiser'), advertiser2: await key('advertiser2') },
    testKey: ctx.config.sandboxes ? await key('advertiser', false) : undefined,
    passwords,
  }
}

async function forAll<Result>(act: (name: Name) => Promise<Result>): Promise<Readonly<Record<Name, Result>>> {
  const all = await Promise.all(names.map(async (name) => [name, await act(name)] as const))
  return Object.fromEntries(all) as Record<Name, Result>
}
