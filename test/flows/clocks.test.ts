import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createAccount } from '../../server/accounts/actions.ts'
import { machineSeconds, stopwatch } from '../../server/platform/clock.ts'
import { clientOf } from '../support/client.ts'
import { type ConsoleClient, pagesOf } from '../support/console.ts'
import { settingsOfDatabase } from '../support/database.ts'
import type { Ends } from '../support/embedded-postgres/fixtures.ts'
import { isVerified, openReceiver, webhookTo } from '../support/fakes/receiver.ts'
import { codeOf, formerCodeOf } from '../support/fakes/totp.ts'
import {
  advertiser,
  executor,
  expectOk,
  operator,
  type Person,
  proof,
  taskBody,
  workPath,
} from '../support/fixtures.ts'
import { linkTo } from '../support/mailbox.ts'
import { freePort } from '../support/ports.ts'
import { newInstallation, type Program, type TestInstallation, wrongClock } from '../support/program.ts'

const password = 'correct horse battery'
const email = 'signs-in@example.com'
const wrongMs = 300_000
/** Time for a few requests on a busy machine, in milliseconds: less than half of what the clocks are off. */
const slackMs = 120_000
const address = { PUBLIC_URL: 'http://127.0.0.1:8080', WEBHOOK_ALLOW_PRIVATE: 'true' }

/** The same person at another machine. */
const at = (person: Person, { url }: Program): Person => ({
  ...person,
  a: clientOf(url, person.token),
  b: clientOf(url, person.key),
})

/** Checks a time that lies between two others, or at one. */
function near(text: string, earliestMs: number, what: string, latestMs = earliestMs): void {
  const ms = Date.parse(text)
  const span = `${new Date(earliestMs).toISOString()} to ${new Date(latestMs).toISOString()}`
  assert.ok(ms > earliestMs - slackMs && ms < latestMs + slackMs, `${what}: ${text} is not about ${span}`)
}
const nowMs = () => machineSeconds() * 1000

type TwoPrograms = { readonly installation: TestInstallation; readonly early: Program; readonly late: Program }

async function twoMachines(t: Ends): Promise<TwoPrograms> {
  const shared = { ...address, ...(await settingsOfDatabase(t)) }
  const installation = newInstallation(t, { ...shared, ...wrongClock(wrongMs) })
  const other = newInstallation(t, { ...shared, ...wrongClock(-wrongMs), DATA_DIR: installation.dataDir })
  const [early, late] = await Promise.all([installation.serve(await freePort()), other.serve(await freePort())])
  return { installation, early, late }
}

type Participants = {
  readonly owner: Person
  readonly worker: Person
  readonly boss: Person
}

/** Takes a task from creation to payment, alternating between the machines. */
async function workThrough({ owner, worker, boss }: Participants, here: Program, there: Program, body: object) {
  const offer = expectOk(await at(owner, here).b.post('/v1/tasks', body)).id
  expectOk(await at(boss, there).a.post(`/api/operator/offers/${offer}/approve`, { version: 1 }))
  const [byHere, byThere] = [at(worker, here), at(worker, there)]
  const reservation = expectOk(await byHere.a.post(`${workPath(offer)}/reserve`))
  near(reservation.expiresAtUtc, nowMs() + 600_000, 'a reservation ends')
  const work = { reservationId: reservation.id, proofUrls: [await proof(byThere, offer)] }
  const { id } = expectOk(await byHere.a.post(`${workPath(offer)}/submit-execution`, work))
  const report = expectOk(await at(owner, here).b.get(`/v1/reports/${id}`))
  near(report.submittedAtUtc, nowMs(), 'work was submitted')
  await mustOpen(report.proofs[0].downloadUrl, [here, there])
  const once = { 'content-type': 'application/json', 'idempotency-key': `once-${id}` }
  const accept = (machine: Program) => at(owner, machine).b.send('POST', `/v1/reports/${id}/accept`, '{}', once)
  assert.equal(expectOk(await accept(here)).status, 'Accepted')
  assert.equal((await accept(there)).status, 200, 'what was done once is answered again')
}

async function mustOpen(link: string, machines: readonly Program[]): Promise<void> {
  const { pathname, search } = new URL(link)
  const end = Number(new URLSearchParams(search).get('exp')) * 1000
  near(new Date(end).toISOString(), nowMs() + 900_000, 'a link ends')
  for (const { url } of machines)
    assert.equal((await clientOf(url).get(pathname + search)).status, 200, 'a signed link is good everywhere')
}

const { installation, early, late } = await twoMachines({ after })

const isIn = async (page: ConsoleClient, machine: Program) => {
  const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const there = pagesOf(machine.url, address.PUBLIC_URL).console(cookie)
  return (await there.get('/advertiser/offers')).status
}

test('machines whose clocks are five minutes off decide by the database’s time', async () => {
  const receiver = await openReceiver()
  const people = await installation.within(early.url, async (market) => ({
    body: await taskBody(market),
    owner: await advertiser(market),
    worker: await executor(market),
    boss: await operator(market),
  }))
  const hook = await webhookTo(people.owner, receiver.url)
  const hookedMs = nowMs()
  const body = { ...people.body, reservationDurationSeconds: 600 }
  await workThrough(people, early, late, body)
  await workThrough(people, late, early, body)
  const { out } = await installation.run('token', 'issue', '--email', people.owner.email, '--json')
  const { accessToken } = JSON.parse(out)
  for (const { url } of [early, late])
    assert.equal((await clientOf(url, accessToken).get('/api/advertiser/offers')).status, 200)
  const passed = stopwatch()
  while (receiver.received.length < 4 && passed() < slackMs) await setTimeout(50)
  assert.ok(receiver.received.length >= 4)
  for (const one of receiver.received) {
    assert.ok(isVerified(hook.secret, one), 'a subscriber finds the signature of this moment')
    const signedAt = new Date(Number(one.headers['webhook-timestamp']) * 1000).toISOString()
    near(signedAt, hookedMs, 'a delivery was signed', nowMs())
  }
})

test('on machines with wrong clocks, people sign in with passwords, codes and mailed links', async () => {
  await installation.within(early.url, ({ ctx }) =>
    createAccount(ctx, { email, roles: ['Advertiser'], language: 'en', password }),
  )
  const pages = ({ url }: Program) => pagesOf(url, address.PUBLIC_URL)
  for (const machine of [early, late]) {
    const page = await pages(machine).signIn(email, password)
    assert.deepEqual([await isIn(page, early), await isIn(page, late)], [200, 200])
  }
  // A mailed link, valid for an hour, requested at one machine and used at the other.
  for (const [here, there] of [
    [early, late],
    [late, early],
  ] as const) {
    expectOk(await pages(here).console().post('/auth/request-password-reset', { email }))
    const { token } = await installation.within(here.url, (market) => linkTo(market, email))
    expectOk(await pages(there).console().post('/auth/reset-password', { token, newPassword: password }))
  }
  const page = await pages(early).signIn(email, password)
  const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
  for (const [index, machine] of [early, late].entries()) {
    const asked = pages(machine).console()
    assert.equal(expectOk(await asked.post('/auth/sign-in/email', { email, password })).twoFactorRedirect, true)
    expectOk(await asked.post('/auth/two-factor/verify-totp', { code: codeOf(secret, index) }))
    assert.deepEqual([await isIn(asked, early), await isIn(asked, late)], [200, 200])
  }
  const { out } = await installation.run('doctor', '--json')
  const clock = JSON.parse(out).checks.find(({ check }: { check: string }) => check === 'clock')
  assert.match(clock.detail, /clock is -?300\.\d s away/, 'and whoever looks is told')
})
