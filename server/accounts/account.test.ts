import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

const account: NewAccount = { email: 'ann@example.com', roles: ['Executor'], language: 'en' }

function wrongIn(work: () => void): string[] {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.errors.map(({ field }) => field)
  }
  return []
}

describe('a new account', () => {
  test('cannot use an address reserved for erased accounts', () => {
    const email = 'deleted-account-7@deleted.invalid'
    assert.deepEqual(
      wrongIn(() => checkAccount({ ...account, email })),
      ['email'],
    )
  })

  test('is accepted if complete', () => {
    const whole = {
      birthDate: '1990-01-31',
      country: 840,
      gender: 'Female',
      password: 'ten letters',
      roles: ['Advertiser', 'Executor'],
    }
    assert.deepEqual(
      wrongIn(() => checkAccount({ ...account, ...whole })),
      [],
    )
    assert.deepEqual(
      wrongIn(() => checkAccount(account)),
      [],
    )
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
      assert.deepEqual(
        wrongIn(() => checkAccount({ ...account, ...members })),
        [field],
      )
    })

  test('with several invalid members gets an error for each', () => {
    assert.deepEqual(
      wrongIn(() => checkAccount({ email: '', roles: [], language: '?' })),
      ['email', 'roles', 'language'],
    )
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
    for (const days of [1, 90, 365])
      assert.deepEqual(
        wrongIn(() => checkDays(days)),
        [],
      )
    for (const days of [0, -1, 366, 1.5, Number.NaN, Infinity])
      assert.deepEqual(
        wrongIn(() => checkDays(days)),
        ['days'],
      )
  })
  test('accepts only known scopes', () => {
    assert.deepEqual(
      wrongIn(() => checkScopes(scopes)),
      [],
    )
    assert.deepEqual(
      wrongIn(() => checkScopes([])),
      [],
    )
    for (const scope of ['tasks', 'tasks:delete', 'TASKS:READ', '*', ''])
      assert.deepEqual(
        wrongIn(() => checkScopes([scope])),
        ['scopes'],
      )
  })
  test('has a name of up to 100 characters', () => {
    for (const name of [undefined, 'x', '😀'.repeat(100)])
      assert.deepEqual(
        wrongIn(() => checkCredentialName(name)),
        [],
      )
    for (const name of ['', 'x'.repeat(101)])
      assert.deepEqual(
        wrongIn(() => checkCredentialName(name)),
        ['name'],
      )
  })
})
