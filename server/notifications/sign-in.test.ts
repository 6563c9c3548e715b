import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formerCodeOf } from '../../test/support/fakes/totp.ts'
import { expectOk, outcome } from '../../test/support/fixtures.ts'
import { linkTo, mailsTo } from '../../test/support/mailbox.ts'
import { openMarket } from '../../test/support/market.ts'
import { createAccount } from '../accounts/actions.ts'
import { recordAuthenticationChange } from '../accounts/sign-in/sql.ts'
import { notify } from './actions-notify.ts'
import type { NotificationValues } from './notification.ts'

const market = await openMarket()
const password = 'correct horse battery'
const another = 'a quite different one'
const choices = '/account/notification-settings'
let serial = 0

type Item = { readonly kind: string; readonly path: string; readonly data: NotificationValues }

async function person(language = 'en') {
  const email = `door${++serial}@example.com`
  const { id } = await createAccount(market.ctx, { email, roles: ['Executor'], language, password })
  return { id, email, page: await market.signIn(email, password) }
}
type Somebody = Awaited<ReturnType<typeof person>>

/** Returns the account's notifications about authentication, newest first. */
async function told({ page }: Pick<Somebody, 'page'>): Promise<(string | undefined)[]> {
  await notify(market.ctx)
  const { items } = expectOk(await page.get('/account/notifications?pageSize=100'))
  return items.filter(({ kind }: Item) => kind === 'SignInChanged').map(({ data }: Item) => data.about)
}

describe('a change in authentication notifies the owner', () => {
  test('after a password change, but not after a failed attempt', async () => {
    const somebody = await person('ru')
    const { page, email } = somebody
    assert.equal(
      (await page.post('/auth/change-password', { currentPassword: another, newPassword: another })).status,
      400,
    )
    assert.deepEqual(await told(somebody), [])
    expectOk(await page.post('/auth/change-password', { currentPassword: password, newPassword: another }))
    assert.deepEqual(await told(somebody), ['Password'])
    const [mail] = await mailsTo(market, email)
    assert.deepEqual([mail?.subject, /^Пароль/.test(mail?.body ?? '')], ['Изменены настройки входа', true])
  })

  test('after a password reset by a mailed link, once', async () => {
    const { email } = await person()
    await market.console().post('/auth/request-password-reset', { email })
    const { token } = await linkTo(market, email)
    for (const status of [200, 400]) {
      assert.equal(
        (await market.console().post('/auth/reset-password', { token, newPassword: another })).status,
        status,
      )
    }
    assert.deepEqual(await told({ page: await market.signIn(email, another) }), ['PasswordReset'])
  })

  test('when the second factor is disabled, if there was one', async () => {
    const somebody = await person()
    const { page } = somebody
    await page.post('/auth/two-factor/disable', { password })
    assert.deepEqual(await told(somebody), [])
    const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
    expectOk(await page.post('/auth/two-factor/disable', { password }))
    assert.deepEqual(await told(somebody), ['SecondFactorOff'])
  })

  test('when a passkey is added or removed', async () => {
    const somebody = await person()
    for (const change of ['passkey_add', 'passkey_remove'] as const) {
      await recordAuthenticationChange(market.ctx.db, somebody.id, change)
    }
    assert.deepEqual(await told(somebody), ['PasskeyRemoved', 'PasskeyAdded'])
  })

  test('whatever the preferences: in the console and by mail', async () => {
    const { page } = await person()
    const choice = expectOk(await page.get(choices)).choices.find(({ kind }: Item) => kind === 'SignInChanged')
    const fixed = { consoleIsFixed: true, emailIsFixed: true }
    assert.deepEqual(choice, { kind: 'SignInChanged', console: true, email: true, push: true, ...fixed })
    for (const where of ['console', 'email']) {
      const answer = await page.patch(choices, { choices: [{ kind: 'SignInChanged', [where]: false }] })
      assert.deepEqual([outcome(answer), answer.body.errors[0].code], ['400 validation_error', 'fixed'])
    }
  })
})
