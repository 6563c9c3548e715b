import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openMarket } from '../../test/support/market.ts'
import { contentsOf } from '../../test/support/scenarios/digest.ts'
import { sql } from '../platform/sql.ts'
import { Problem } from '../values/problems/problem.ts'
import {
  ageOn,
  checkAccount,
  checkCredentialName,
  checkDays,
  checkScopes,
  type NewAccount,
  normalEmail,
  scopes,
} from './account.ts'
import {
  createAccount,
  createKey,
  findAccount,
  issueToken,
  noteUse,
  removeProfile,
  revokeCredential,
  writeUses,
} from './actions.ts'
import { mayCall } from './actions-callers.ts'

const account: NewAccount = { email: 'ann@example.com', roles: ['Executor'], language: 'en' }

function mustName(fields: readonly string[], check: () => void): void {
  let named: readonly string[] = []
  try {
    check()
  } catch (error) {
    assert.ok(error instanceof Problem)
    named = error.errors.map(({ field }) => field)
  }
  assert.deepEqual(named, fields)
}

describe('a new account', () => {
  test('cannot use an address reserved for erased accounts', () => {
    const email = 'deleted-account-7@deleted.invalid'
    mustName(['email'], () => checkAccount({ ...account, email }))
  })

  test('is accepted if complete', () => {
    const whole = {
      birthDate: '1990-01-31',
      country: 840,
      gender: 'Female',
      password: 'ten letters',
      roles: ['Advertiser', 'Executor'],
    }
    mustName([], () => checkAccount({ ...account, ...whole }))
    mustName([], () => checkAccount(account))
  })

  const wrong: readonly (readonly [Partial<NewAccount>, string])[] = [
    [{ email: 'ann' }, 'email'],
    [{ email: 'ann@' }, 'email'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ email: 'a@b@example.com' }, 'email'],
    [{ email: `${'a'.repeat(250)}@b.example` }, 'email'],
    [{ roles: [] }, 'roles'],
    [{ roles: ['executor'] }, 'roles'],
    [{ roles: ['Executor', 'Admin'] }, 'roles'],
    [{ gender: 'female' }, 'gender'],
    [{ country: 999 }, 'country'],
    [{ country: 84.5 }, 'country'],
    [{ birthDate: '31.01.1990' }, 'birthDate'],
    [{ birthDate: '1990-02-30' }, 'birthDate'],
    [{ birthDate: '0000-01-01' }, 'birthDate'],
    [{ language: 'en_US' }, 'language'],
    [{ language: '' }, 'language'],
    [{ password: 'too short' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
  ]
  for (const [members, field] of wrong)
    test(`with ${JSON.stringify(members).slice(0, 60)} is rejected, naming ${field}`, () => {
      mustName([field], () => checkAccount({ ...account, ...members }))
    })

  test('with several invalid members gets an error for each', () => {
    mustName(['email', 'roles', 'language'], () => checkAccount({ email: '', roles: [], language: '?' }))
  })
  test('normalizes its address to lower case without surrounding spaces', () => {
    assert.equal(normalEmail('  Ann@Example.COM\n'), 'ann@example.com')
  })
})

describe('an age is counted in full years on the UTC date', () => {
  const ages: readonly (readonly [string, string, number])[] = [
    ['1990-01-31', '2026-01-30T23:59:59.999Z', 35],
    ['1990-01-31', '2026-01-31T00:00:00.000Z', 36],
    ['1990-12-31', '2026-01-01T00:00:00.000Z', 35],
    ['2008-02-29', '2026-02-28T23:59:59.999Z', 17],
    ['2008-02-29', '2026-03-01T00:00:00.000Z', 18],
    ['2008-02-29', '2024-02-29T00:00:00.000Z', 16],
    ['2026-01-31', '2026-01-31T12:00:00.000Z', 0],
    ['2008-06-15', '2026-06-15T01:00:00.000+02:00', 17],
  ]
  for (const [birthDate, now, age] of ages)
    test(`born on ${birthDate}, at ${now}: ${age}`, () => assert.equal(ageOn(birthDate, new Date(now)), age))
})

describe('a credential', () => {
  test('expires after a whole number of days from 1 to 365', () => {
    for (const days of [1, 90, 365]) mustName([], () => checkDays(days))
    for (const days of [0, -1, 366, 1.5, Number.NaN, Infinity]) mustName(['days'], () => checkDays(days))
  })
  test('accepts only known scopes', () => {
    mustName([], () => checkScopes(scopes))
    mustName([], () => checkScopes([]))
    for (const scope of ['tasks', 'tasks:delete', 'TASKS:READ', '*', ''])
      mustName(['scopes'], () => checkScopes([scope]))
  })
  test('has a name of up to 100 characters', () => {
    for (const name of [undefined, 'x', '😀'.repeat(100)]) mustName([], () => checkCredentialName(name))
    for (const name of ['', 'x'.repeat(101)]) mustName(['name'], () => checkCredentialName(name))
  })
})

const market = await openMarket()
const { ctx } = market
let serial = 0

async function newAccount(roles: readonly string[] = ['Advertiser']) {
  return createAccount(ctx, { email: `person${++serial}@example.com`, roles, language: 'en' })
}

const refused = (code: string) => (error: { type?: { code: string } }) => error.type?.code === code

describe('an account', () => {
  test('is created with a unique lower-case address and each role once', async () => {
    const made = await createAccount(ctx, {
      email: ' Ann@Example.com ',
      roles: ['Executor', 'Executor'],
      language: 'en',
    })
    assert.deepEqual([made.email, made.roles, made.status], ['ann@example.com', ['Executor'], 'Active'])
    await assert.rejects(
      createAccount(ctx, { email: 'ANN@example.com', roles: ['Executor'], language: 'en' }),
      refused('email_taken'),
    )
    assert.equal((await findAccount(ctx, 'ANN@EXAMPLE.COM')).id, made.id)
  })

  test('has the profiles of its roles with the required members', async () => {
    const profile = { birthDate: '1990-01-31', country: 840, gender: 'Female' }
    const { id } = await createAccount(ctx, {
      email: 'both@example.com',
      roles: ['Executor', 'Advertiser'],
      language: 'de',
      ...profile,
    })
    const kept = await ctx.db.one(sql`
      select birth_date, country, gender, languages, exists (select from advertisers where account = ${id}) as advertises
      from executors where account = ${id}`)
    assert.deepEqual(kept, { ...profile, languages: ['de'], advertises: true })
    const other = await newAccount(['Operator'])
    const { profiles } = await ctx.db.one<{ profiles: number }>(sql`
      select (select count(*) from executors where account = ${other.id}) + (select count(*) from advertisers where account = ${other.id})
        as profiles`)
    assert.equal(profiles, 0)
  })

  test('stores its password with Argon2id and a different salt each time', async () => {
    const password = 'correct horse battery'
    for (const email of ['one@example.com', 'two@example.com'])
      await createAccount(ctx, { email, roles: ['Executor'], language: 'en', password })
    const kept = await ctx.db.many<{ passwordHash: string }>(
      sql`select password as password_hash from sign_in_passwords`,
    )
    assert.equal(new Set(kept.map(({ passwordHash }) => passwordHash)).size, 2)
    for (const { passwordHash } of kept) assert.match(passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.ok(!(await contentsOf(ctx.db)).includes(password))
  })

  test('has its executor profile deleted once; its history stays', async () => {
    const { id, email } = await newAccount(['Executor'])
    const deletedAt = async () =>
      (await ctx.db.one<{ deletedAt: Date }>(sql`select deleted_at from executors where account = ${id}`)).deletedAt
    await removeProfile(ctx, email)
    const first = await deletedAt()
    market.pass(60)
    await removeProfile(ctx, email)
    assert.deepEqual(await deletedAt(), first)
  })
})

describe('a credential', () => {
  test('for Group B requires an advertiser; a token only gets roles of the account', async () => {
    const { email } = await newAccount(['Executor'])
    await assert.rejects(createKey(ctx, { email }), refused('account_role_missing'))
    await assert.rejects(issueToken(ctx, { email, roles: ['Operator'] }), refused('account_role_missing'))
    await assert.rejects(issueToken(ctx, { email: 'nobody@example.com' }), refused('account_not_found'))
  })

  test('is limited to ten keys, even with twenty concurrent requests; revoking one allows another', async () => {
    const { email } = await newAccount()
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => createKey(ctx, { email })))
    const made = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    assert.equal(made.length, 10)
    await assert.rejects(createKey(ctx, { email }), refused('too_many_credentials'))
    await revokeCredential(ctx, 'ApiKey', made[0]?.id ?? 0)
    await createKey(ctx, { email })
    await assert.rejects(createKey(ctx, { email }), refused('too_many_credentials'))
  })

  test('is revoked once, and only as its own kind', async () => {
    const { email } = await newAccount()
    const { id } = await issueToken(ctx, { email })
    await assert.rejects(revokeCredential(ctx, 'ApiKey', id), refused('credential_not_found'))
    await assert.rejects(revokeCredential(ctx, 'AccessToken', 4_711_000), refused('credential_not_found'))
    const { revokedAt } = await revokeCredential(ctx, 'AccessToken', id)
    market.pass(60)
    assert.deepEqual((await revokeCredential(ctx, 'AccessToken', id)).revokedAt, revokedAt)
  })

  test('shows its last use once the job has recorded it', async () => {
    const { email } = await newAccount()
    const [used, unused] = [await issueToken(ctx, { email }), await issueToken(ctx, { email })]
    await writeUses(ctx)
    const requirement = { credential: 'AccessToken', role: 'Any' } as const
    for (const bearer of [used.secret, used.secret, 'garbage']) noteUse({ bearer, requirement, address: undefined })
    assert.equal(await writeUses(ctx), 1)
    assert.equal(await writeUses(ctx), 0)
    const lastUsed = async (id: number) =>
      (await ctx.db.one<{ at: Date | null }>(sql`select last_used_at as at from credentials where id = ${id}`)).at
    assert.ok((await lastUsed(used.id)) instanceof Date)
    assert.equal(await lastUsed(unused.id), null)
    const useAgain = () => {
      noteUse({ bearer: used.secret, requirement, address: undefined })
      return writeUses(ctx)
    }
    assert.equal(await useAgain(), 0, 'it is noted to the minute')
    market.pass(60)
    assert.equal(await useAgain(), 1)
  })

  test('records the use of an accepted request but not of a refused one', async () => {
    const { email } = await newAccount()
    const [good, revoked] = [await issueToken(ctx, { email }), await issueToken(ctx, { email })]
    await revokeCredential(ctx, 'AccessToken', revoked.id)
    await writeUses(ctx)
    for (const { secret } of [good, revoked]) await market.as(secret).get('/api/advertiser/offers/categories')
    assert.equal(await writeUses(ctx), 1)
  })
})

test('the owner of the installation may call everything', async () => {
  await assert.doesNotReject(mayCall(ctx))
  const requirement = { credential: 'AccessToken', role: 'Advertiser' } as const
  const by = { bearer: undefined, requirement, address: undefined }
  await assert.rejects(mayCall({ ...ctx, by }), refused('token_missing'))
})
