import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '../../../test/support/console.ts'
import { theStripe } from '../../../test/support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  operator,
  outcome,
  type Person,
  submittedWork,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { tellAll } from '../../../test/support/scenarios/received-events.ts'
import { sql } from '../../platform/sql.ts'
import { advanceClosings } from '../../privacy/actions-closing-steps.ts'
import { suspendAccount } from '../sanctions/actions.ts'

const market = await openMarket()
const { ctx } = market
const day = 86_400

const consoleOf = async (person: { readonly id: number }) => market.console(await openSession(market, person.id))

/** Makes a person a member of the owner's workspace. Returns their console. */
async function joined(owner: Person, person: Person, role = 'Reviewer') {
  const invitation = { email: person.email, role }
  const { link } = expectOk(await (await consoleOf(owner)).post('/settings/invitations', invitation))
  const page = await consoleOf(person)
  expectOk(await page.post('/settings/invitation/accept', { token: new URL(link).searchParams.get('token') }))
  return page
}

/** Who accepted each report: the account, and the member who acted for it. */
const accepted = (ids: readonly number[]) =>
  ctx.db.many<{ report: number; account: number; person: number | null }>(sql`
    select subject_id as report, account, person from audit_log
    where subject = 'report' and action = 'report.accept' and subject_id = any(${ids}::bigint[]) order by subject_id`)

test('concurrent decisions of members and the owner each have their own person', async () => {
  const owner = await advertiser(market)
  const people = [await executor(market), await executor(market)] as const
  const pages = await Promise.all(people.map((person) => joined(owner, person)))
  const { id } = await activeOffer(market, { advertiser: owner, slots: 9 })
  const work = await Promise.all(Array.from({ length: 9 }, () => submittedWork(market, id)))
  const by = [pages[0], pages[1], undefined]
  const answers = await Promise.all(
    work.map((each, index) => {
      const page = by[index % 3]
      const path = `/v1/reports/${each.id}/accept`
      return page ? page.post(`/workspaces/${owner.id}${path}`) : owner.b.post(path)
    }),
  )
  for (const answer of answers) expectOk(answer)
  const persons = [people[0].id, people[1].id, null]
  const expected = work.map(({ id: report }, index) => ({
    report,
    account: owner.id,
    person: persons[index % 3] ?? null,
  }))
  assert.deepEqual(
    await accepted(work.map((each) => each.id)),
    expected.sort((a, b) => a.report - b.report),
  )
})

test('an invitation is accepted once by concurrent requests', async () => {
  const [owner, person] = [await advertiser(market), await executor(market)]
  const { link } = expectOk(
    await (await consoleOf(owner)).post('/settings/invitations', { email: person.email, role: 'Finance' }),
  )
  const token = new URL(link).searchParams.get('token')
  const page = await consoleOf(person)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => page.post('/settings/invitation/accept', { token })),
  )
  assert.deepEqual(answers.map(outcome).sort(), ['200', ...Array(5).fill('404 invitation_not_found')])
  assert.equal(expectOk(await page.get('/settings/workspaces')).workspaces.length, 1)
})

test('an advertiser who takes the address that they invited does not become their own member', async () => {
  const owner = await advertiser(market)
  const own = await consoleOf(owner)
  const email = `moved-${owner.email}`
  const { link } = expectOk(await own.post('/settings/invitations', { email, role: 'Owner' }))
  await ctx.db.run(sql`update accounts set email = ${email} where id = ${owner.id}`)
  await ctx.db.run(sql`update sign_in_users set email = ${email}, email_verified = true where id = ${owner.id}`)
  const token = new URL(link).searchParams.get('token')
  assert.equal(outcome(await own.post('/settings/invitation/accept', { token })), '409 already_member')
  expectOk(await own.post('/settings/invitation/decline', { token }))
})

test('a stream of events ends when the role of its member no longer includes it', async () => {
  const [owner, person] = [await advertiser(market), await executor(market)]
  const page = await joined(owner, person, 'Owner')
  const headers = {
    accept: 'text/event-stream',
    cookie: [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  const { body } = await fetch(`${market.url}/console/api/workspaces/${owner.id}/v1/events`, { headers })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.equal((await reader?.read())?.value, 'retry: 5000\n\n')
  const own = await consoleOf(owner)
  const { members } = expectOk(await own.get('/settings/workspace'))
  expectOk(await own.patch(`/settings/members/${members[0].id}`, { role: 'Finance' }))
  await activeOffer(market, { advertiser: owner })
  await tellAll(market)
  const rest = await reader?.read().catch(() => ({ done: true, value: undefined }))
  assert.deepEqual([rest?.done, rest?.value], [true, undefined])
})

test('an operator who is a member decides on nothing that concerns the workspace', async () => {
  const [owner, judge] = [await advertiser(market), await operator(market)]
  const { id } = await activeOffer(market, { advertiser: owner })
  expectOk(await judge.a.post(`/api/operator/offers/${id}/pause`))
  await joined(owner, judge, 'ReadOnly')
  assert.equal(outcome(await judge.a.post(`/api/operator/offers/${id}/resume`)), '409 own_interest')
})

test('the suspension of the member, or of the workspace, ends the work for it', async () => {
  const [owner, person] = [await advertiser(market), await executor(market)]
  const page = await joined(owner, person)
  const read = async () => outcome(await page.get(`/workspaces/${owner.id}/v1/tasks`))
  assert.equal(await read(), '200')
  await suspendAccount(ctx, person.email, 'a test')
  assert.equal(await read(), '403 account_suspended')
  const [boss, other] = [await advertiser(market), await executor(market)]
  const theirs = await joined(boss, other)
  await suspendAccount(ctx, boss.email, 'a test')
  assert.equal(outcome(await theirs.get(`/workspaces/${boss.id}/v1/tasks`)), '403 account_suspended')
})

test('closing the account of a member or of the workspace ends memberships and invitations', async () => {
  const [owner, person, boss] = [
    await advertiser(market, { funds: 0.01 }),
    await executor(market),
    await advertiser(market),
  ]
  const other = await executor(market)
  await joined(boss, person)
  await joined(owner, other)
  const own = await consoleOf(owner)
  expectOk(await own.patch('/settings/workspace', { name: 'Zoraida and sons', spendMax: 5 }))
  expectOk(await own.post('/settings/invitations', { email: 'zoraida@example.com', role: 'Owner' }))
  expectOk(await (await consoleOf(boss)).post('/settings/invitations', { email: owner.email, role: 'Owner' }))
  for (const each of [person, owner])
    expectOk(await (await consoleOf(each)).post('/settings/closing', { giveUpBalance: true }))
  for (let round = 0; round < 3; round++) {
    market.pass(15 * day)
    await advanceClosings(ctx)
  }
  const { members, invitations } = expectOk(await (await consoleOf(boss)).get('/settings/workspace'))
  assert.deepEqual([members, invitations], [[], []])
  assert.deepEqual(expectOk(await (await consoleOf(other)).get('/settings/workspaces')).workspaces, [])
  const left = await ctx.db.many(sql`
    select name from credentials where name = ${person.email} or account = ${owner.id}
    union all select email from invitations where account = ${owner.id} or email = ${owner.email}
    union all select workspace_name from advertisers where account = ${owner.id} and workspace_name is not null`)
  assert.deepEqual(left, [])
})

test('a new password keeps the members, whose keys nobody can present', async () => {
  const [owner, person] = [await advertiser(market), await executor(market)]
  const page = await joined(owner, person)
  const { hash } = await ctx.db.one<{ hash: Buffer }>(sql`
    select hash from credentials where account = ${owner.id} and person = ${person.id}`)
  for (const text of [hash.toString('hex'), hash.toString('base64'), `mkt_live_${hash.toString('hex').slice(0, 36)}`])
    assert.equal(outcome(await market.as(text).get('/v1/tasks')), '401 token_invalid')
  assert.equal(outcome(await page.get(`/workspaces/${owner.id}/v1/tasks`)), '200')
})

test('a member who deposits gives their own address to the payment page, and has keys of their own', async () => {
  const stripe = await theStripe()
  const [owner, one, other] = [await advertiser(market), await executor(market), await executor(market)]
  const ids: number[] = []
  for (const person of [one, other]) {
    const page = await joined(owner, person, 'Finance')
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'same' }
    const path = `/workspaces/${owner.id}/advertiser/deposits`
    ids.push(expectOk(await page.send('POST', path, JSON.stringify({ amount: 5 }), headers)).id)
    assert.equal(stripe.asked.at(-1)?.form.get('customer_email'), person.email)
  }
  assert.notEqual(ids[0], ids[1])
})
