import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../server/accounts/actions.ts'
import { codeOf, formerCodeOf } from '../support/fakes/totp.ts'
import { linkTo, mailsTo } from '../support/mailbox.ts'
import { enter, enterSecret, follow, heading, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

/* Passkeys belong to a host name, so these pages are opened at localhost. */

const mail = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'market@example.com' }
const { market, sit, at } = await openConsole(mail, 'localhost')
const password = 'a kettle sings at dawn'
let serial = 0

/** Opens a browser that has never signed in. */
async function freshPage(): Promise<Page> {
  return (await sit(undefined)).page
}

/** Creates an account as it is after signing up. */
async function newcomer(): Promise<string> {
  const email = `visitor${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Executor'], language: 'en', password })
  return email
}

async function signIn(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/sign-in')
  await enter(page, 'E-mail address', email)
  await enterSecret(page, 'Password', secret)
  await press(page, 'Sign in')
}

/** Opens a browser that has signed in before, but has not given the password just now. */
async function signedIn(email: string): Promise<Page> {
  const { page } = await at(await market.signIn(email, password), '/executor')
  await heading(page, 'Find work')
  return page
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'Your account')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')
}

/** Confirms with the password in the dialog that precedes a sensitive action. */
async function confirmWithPassword(page: Page, act: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: act })
  await enterSecret(dialog, 'Your password', password)
  await dialog.getByRole('button', { name: act }).click()
}

describe('signing in', () => {
  test('a new user signs up and confirms the address with the mailed link', async () => {
    const page = await freshPage()
    await page.goto('/sign-up')
    await press(page, 'Create account')
    for (const text of ['Choose at least one.', 'Fill in this field.']) await says(page, text)
    await page.getByRole('checkbox', { name: /^Do tasks/ }).click()
    await enter(page, 'E-mail address', 'newcomer@example.com')
    await press(page, 'Create account')
    await heading(page, 'Check your inbox')
    const link = await linkTo(market, 'newcomer@example.com')
    await page.goto(`${link.path}?token=${encodeURIComponent(link.token)}`)
    await enterSecret(page, 'New password', 'short')
    await press(page, 'Create account')
    await page.getByText('At least 10 characters.', { exact: true }).waitFor()
    await enterSecret(page, 'New password', password)
    await press(page, 'Create account')
    await heading(page, 'Find work')
  })

  test('signing in leads to the page that was requested', async () => {
    const page = await freshPage()
    const email = await newcomer()
    await page.goto('/executor/earnings')
    await heading(page, 'Sign in')
    await enter(page, 'E-mail address', email)
    await enterSecret(page, 'Password', 'not the password')
    await press(page, 'Sign in')
    await says(page, 'Incorrect e-mail address or password.')
    await enterSecret(page, 'Password', password)
    await press(page, 'Sign in')
    await heading(page, 'Earnings')
  })

  test('signing in never leads to another host', async () => {
    const [page, email] = [await freshPage(), await newcomer()]
    await page.goto(`/sign-in?back=${encodeURIComponent('/\\\\elsewhere.example')}`)
    await enter(page, 'E-mail address', email)
    await enterSecret(page, 'Password', password)
    await press(page, 'Sign in')
    await heading(page, 'Find work')
  })

  test('a second factor requires a code, and each code works once', async () => {
    const email = await newcomer()
    const page = await signedIn(email)
    const { secret, backup } = await turnOnCodes(page)
    await signOut(page)
    const code = codeOf(secret)
    await signIn(page, email)
    await giveCode(page, code)
    await heading(page, 'Find work')
    await signOut(page)
    await signIn(page, email)
    await giveCode(page, code)
    await says(page, 'This code has already been used. Wait for the next one.')
    await giveCode(page, backup)
    await heading(page, 'Find work')
  })

  test('a passkey signs in without a password', async () => {
    const page = await signedIn(await newcomer())
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/settings/security')
    await press(page, 'Add a passkey')
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My laptop')
    await enterSecret(dialog, 'Your password', password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await says(page, 'Passkey added.')
    await says(page, 'My laptop')
    await signOut(page)
    await press(page, 'Sign in with a passkey')
    await heading(page, 'Find work')
    await device.detach()
  })

  test('creating a token requires the password again', async () => {
    const page = await signedIn(await newcomer())
    await page.goto('/settings/tokens')
    await page.getByRole('button', { name: 'New token' }).first().click()
    const form = page.getByRole('dialog', { name: 'New access token' })
    await form.getByRole('textbox', { name: 'Name' }).fill('My phone')
    await form.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
    await enterSecret(dialog, 'Your password', 'not my password')
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await says(page, 'Incorrect password.')
    await enterSecret(dialog, 'Your password', password)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByRole('dialog', { name: 'Your access token' }).waitFor()
  })

  test('every session is listed, and all of them can be ended at once', async () => {
    const email = await newcomer()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    await here.goto('/settings/security')
    await says(here, 'This session')
    await here.getByRole('button', { name: 'End', exact: true }).waitFor()
    await press(here, 'Sign out everywhere')
    const dialog = here.getByRole('dialog', { name: 'Sign out everywhere' })
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await heading(here, 'Sign in')
    await there.reload()
    await heading(there, 'Sign in')
  })

  test('a mailed link resets a forgotten password once', async () => {
    const email = await newcomer()
    const page = await freshPage()
    await page.goto('/sign-in')
    await follow(page, 'Forgot your password?')
    await heading(page, 'Set a new password')
    await enter(page, 'E-mail address', email)
    await press(page, 'Send link')
    await heading(page, 'Check your inbox')
    const link = await linkTo(market, email)
    assert.equal((await mailsTo(market, email)).length, 1)
    await chooseAnew(page, link, 'another sentence of mine')
    await heading(page, 'Password changed')
    await chooseAnew(page, link, 'yet another sentence')
    await says(page, 'This link has been used or has expired. Request a new one.')
    await signIn(page, email, 'another sentence of mine')
    await heading(page, 'Find work')
  })
})

/** Enables codes with the previous step's code, so that the current one is unused. Returns the secret and a backup code. */
async function turnOnCodes(page: Page): Promise<{ secret: string; backup: string }> {
  await page.goto('/settings/security')
  await press(page, 'Turn on')
  await confirmWithPassword(page, 'Turn on two-factor authentication')
  const dialog = page.getByRole('dialog', { name: 'Turn on two-factor authentication' })
  const secret = ((await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await formerCodeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('dialog', { name: 'Your backup codes' })
  const backup = (await codes.locator('code').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  return { secret, backup }
}

async function giveCode(page: Page, code: string): Promise<void> {
  await enter(page, 'Code', code)
  await press(page, 'Confirm')
}

type Link = Awaited<ReturnType<typeof linkTo>>

async function chooseAnew(page: Page, { path, token }: Link, wished: string): Promise<void> {
  await page.goto(`${path}?token=${encodeURIComponent(token)}`)
  await enterSecret(page, 'New password', wished)
  await press(page, 'Change password')
}
