import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moderate,
  moneyOf,
  outcome,
  type Person,
  submittedOffer,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { notify } from '../../notifications/actions-notify.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()
const { a: operator } = await theOperator(market)
const approved = {
  title: 'Name the hours of the museum',
  description: 'Look at its page.',
  proofInstructions: 'A picture of the page.',
  acceptanceCriteria: [{ id: 'c1', text: 'The hours can be read.', required: true }],
  details: { notes: 'Today' },
  translations: { ru: { title: 'Часы работы музея' } },
}

const phishing = {
  title: 'Send your password',
  description: 'And the number of your card.',
  proofInstructions: 'A picture of the card.',
  acceptanceCriteria: [{ id: 'x9', text: 'All digits can be read.', required: true }],
  details: { notes: 'All of them' },
  translations: { ru: { title: 'Пришлите пароль' } },
}

const offered = async (members: object = {}, slots = 5) => {
  const { id, advertiser: owner } = await activeOffer(market, { slots, members: { ...approved, ...members } })
  return { id, owner }
}

const patch = (owner: Person, id: number, body: object) => owner.b.patch(`/v1/tasks/${id}`, body)
const task = async (owner: Person, id: number) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const contentOf = (shown: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(approved).map((name) => [name, shown[name]]))
const decide = (id: number, what: 'approve' | 'reject', body: object = {}) =>
  moderate(market, id, `change/${what}`, what === 'reject' ? { reason: 'It asks for a password.', ...body } : body)
const byTag = (path: string, body: object, tag: string) =>
  operator.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', 'if-match': tag })
const asExecutor = async (offer: number) =>
  expectOk(await (await executor(market)).a.get(`/api/executor/offers/available/${offer}`))

describe('a content change of a running offer', () => {
  test('waits for an operator while executors read the approved content', async () => {
    const { id, owner } = await offered()
    const { version } = await task(owner, id)
    const shown = expectOk(await patch(owner, id, { ...phishing, totalLimit: 7, metadata: { campaign: 'a' } }))
    assert.deepEqual(contentOf(shown), approved)
    assert.deepEqual([shown.status, shown.moderation.status, shown.totalLimit], ['Active', 'Approved', 7])
    assert.equal(shown.metadata.campaign, 'a', 'other members change at once')
    assert.equal(shown.version, version + 1)
    const { status, content, members, reason, decidedAtUtc, requestedAtUtc } = shown.pendingChange
    assert.deepEqual([status, reason, decidedAtUtc], ['Pending', null, null])
    assert.deepEqual(contentOf(content), phishing)
    assert.deepEqual(members.sort(), Object.keys(approved).sort())
    assert.ok(Date.parse(requestedAtUtc) > 0)
    const read = await asExecutor(id)
    assert.deepEqual(
      [read.title, read.description, read.details],
      [approved.title, approved.description, approved.details],
    )
    assert.doesNotMatch(JSON.stringify(read), /password|pendingChange/)
    const items = expectOk(await (await executor(market)).a.get('/api/executor/offers/available?Search=password')).items
    assert.deepEqual(items, [])
  })

  test('takes effect on approval, for later reservations', async () => {
    const { id, owner } = await offered()
    const before = await submittedWork(market, id)
    expectOk(await patch(owner, id, phishing))
    const shown = expectOk(await decide(id, 'approve'))
    assert.deepEqual(contentOf(shown), phishing)
    assert.deepEqual([shown.pendingChange, shown.status], [null, 'Active'])
    assert.equal((await asExecutor(id)).title, phishing.title)
    const work = expectOk(await before.executor.a.get(`/api/executor/executions/${before.id}`))
    assert.deepEqual(contentOf(work.offerContent), approved)
  })

  test('leaves the offer unchanged on rejection, and the advertiser reads the reason', async () => {
    const { id, owner } = await offered()
    expectOk(await patch(owner, id, { title: phishing.title }))
    expectOk(await decide(id, 'reject'))
    const shown = await task(owner, id)
    assert.equal(shown.title, approved.title)
    const { status, reason, content, decidedAtUtc } = shown.pendingChange
    assert.deepEqual([status, reason, content.title], ['Rejected', 'It asks for a password.', phishing.title])
    assert.ok(decidedAtUtc)
    assert.equal(outcome(await decide(id, 'approve')), '409 no_pending_change')
    await notify(market.ctx)
    const { items } = expectOk(await owner.a.get('/api/account/notifications'))
    const [notice] = items.filter(({ kind }: { kind: string }) => kind === 'OfferChangeRejected')
    assert.deepEqual([notice.data.offerId, notice.data.reason], [id, 'It asks for a password.'])
  })

  test('is replaced by a newer one, kept by changes of other members, and cancelled by the approved content', async () => {
    const { id, owner } = await offered()
    expectOk(await patch(owner, id, { title: 'One', description: 'One' }))
    const two = expectOk(await patch(owner, id, { title: 'Two' }))
    assert.deepEqual([two.pendingChange.members, two.pendingChange.content.title], [['title'], 'Two'])
    const again = expectOk(await patch(owner, id, { title: 'Two' }))
    assert.deepEqual(again, two, 'requesting the same change again changes nothing')
    const resized = expectOk(await patch(owner, id, { totalLimit: 6 }))
    assert.deepEqual(resized.pendingChange, two.pendingChange)
    const back = expectOk(await patch(owner, id, { title: approved.title }))
    assert.deepEqual([back.pendingChange, back.version], [null, resized.version + 1])
  })

  test('also waits on a paused offer, and for a PUT', async () => {
    const { id, owner } = await offered()
    expectOk(await patch(owner, id, { status: 'Paused' }))
    expectOk(await patch(owner, id, { title: phishing.title, status: 'Active' }))
    assert.equal((await asExecutor(id)).title, approved.title)
    const body = await taskBody(market, { title: 'By a PUT', totalLimit: 5, details: approved.details })
    const shown = expectOk(await owner.a.put(`/api/advertiser/offers/${id}`, body))
    assert.deepEqual([shown.title, shown.pendingChange.content.title], [approved.title, 'By a PUT'])
  })

  test('is dropped when the offer is archived or completed', async () => {
    const archived = await offered()
    expectOk(await patch(archived.owner, archived.id, phishing))
    expectOk(await archived.owner.b.delete(`/v1/tasks/${archived.id}`))
    assert.equal((await task(archived.owner, archived.id)).pendingChange, null)
    assert.equal(outcome(await decide(archived.id, 'approve')), '409 task_state_conflict')
    const full = await offered({}, 1)
    expectOk(await patch(full.owner, full.id, phishing))
    const { id } = await submittedWork(market, full.id)
    expectOk(await full.owner.b.post(`/v1/reports/${id}/accept`))
    const completed = await task(full.owner, full.id)
    assert.deepEqual([completed.status, completed.pendingChange, completed.title], ['Completed', null, approved.title])
    expectOk(await patch(full.owner, full.id, { totalLimit: 2 }))
    assert.equal((await task(full.owner, full.id)).title, approved.title)
  })

  test('applies at once before an offer is public, and moves no money', async () => {
    const owner = await advertiser(market)
    const { id } = await submittedOffer(market, { advertiser: owner, members: { draft: true } })
    const shown = expectOk(await patch(owner, id, phishing))
    assert.deepEqual([shown.title, shown.pendingChange], [phishing.title, null])
    const running = await offered()
    const before = await moneyOf(running.owner)
    expectOk(await patch(running.owner, running.id, phishing))
    expectOk(await decide(running.id, 'approve'))
    assert.deepEqual(await moneyOf(running.owner), before)
  })
})

describe('an operator', () => {
  test('finds pending changes, sees both contents, and may decide on them', async () => {
    const { id, owner } = await offered()
    expectOk(await patch(owner, id, { title: phishing.title }))
    const { items } = expectOk(await operator.get('/api/operator/offers?hasPendingChange=true'))
    assert.ok(items.some((item: { id: number }) => item.id === id))
    assert.ok(items.every((item: { pendingChange: { status: string } }) => item.pendingChange.status === 'Pending'))
    const shown = expectOk(await operator.get(`/api/operator/offers/${id}`))
    assert.deepEqual([shown.title, shown.pendingChange.content.title], [approved.title, phishing.title])
    assert.deepEqual(shown.allowedActions, ['Pause', 'Suspend', 'ApproveChange', 'RejectChange'])
    expectOk(await decide(id, 'reject'))
    const after = expectOk(await operator.get(`/api/operator/offers/${id}`))
    assert.deepEqual(after.allowedActions, ['Pause', 'Suspend'])
    assert.deepEqual(after.decisions[0].action, 'task.reject_change')
    const left = expectOk(await operator.get('/api/operator/offers?hasPendingChange=true')).items
    assert.ok(left.every((item: { id: number }) => item.id !== id))
  })

  const decisions: readonly (readonly [string, object])[] = [
    ['approve', {}],
    ['reject', { reason: 'It asks for a password.' }],
    ['change/approve', {}],
    ['change/reject', { reason: 'It asks for a password.' }],
  ]
  for (const [decision, body] of decisions) {
    test(`names the version that they read to ${decision} it`, async () => {
      const path = (id: number) => `/api/operator/offers/${id}/${decision}`
      const isChange = decision.startsWith('change')
      const { id, advertiser: owner } = isChange ? await activeOffer(market) : await submittedOffer(market)
      if (isChange) expectOk(await patch(owner, id, { title: 'What was read' }))
      const { version } = expectOk(await operator.get(`/api/operator/offers/${id}`))
      const unnamed = await operator.post(path(id), body)
      assert.deepEqual([outcome(unnamed), unnamed.body.errors[0].field], ['400 validation_error', 'version'])
      assert.equal(outcome(await byTag(path(id), body, '*')), '400 validation_error')
      expectOk(await patch(owner, id, isChange ? { title: 'What was not read' } : { metadata: { b: 'c' } }))
      const stale = await operator.post(path(id), { ...body, version })
      assert.deepEqual([outcome(stale), stale.body.currentVersion], ['409 version_conflict', version + 1])
      const tag = await byTag(path(id), body, `"${version}"`)
      assert.equal(outcome(tag), '409 version_conflict')
      expectOk(await byTag(path(id), body, `"${version + 1}"`))
    })
  }
})

test('a concurrent change and decision: no unread content takes effect', async () => {
  for (let round = 1; round <= 10; round++) {
    const { id, owner } = await offered()
    expectOk(await patch(owner, id, { title: 'Harmless' }))
    const { version } = expectOk(await operator.get(`/api/operator/offers/${id}`))
    const [changed, decided] = await Promise.all([
      patch(owner, id, { title: phishing.title }),
      operator.post(`/api/operator/offers/${id}/change/approve`, { version }),
    ])
    expectOk(changed)
    const { title, pendingChange } = await task(owner, id)
    assert.equal(pendingChange.content.title, phishing.title)
    assert.equal(title, decided.status === 200 ? 'Harmless' : approved.title)
    if (decided.status !== 200) assert.equal(outcome(decided), '409 version_conflict')
  }
})

test('approved content cannot be swapped: all texts that executors read are the approved ones', async () => {
  const { id, owner } = await offered()
  const worker = await executor(market)
  expectOk(await worker.a.post(`${workPath(id)}/reserve`))
  for (const [name, value] of Object.entries(phishing)) expectOk(await patch(owner, id, { [name]: value }))
  const [holder, visitor] = [expectOk(await worker.a.get(`/api/executor/offers/available/${id}`)), await asExecutor(id)]
  for (const read of [holder, visitor])
    assert.doesNotMatch(JSON.stringify(read), /password|card|Пришлите|digits|All of/)
  const { searchable } = await market.ctx.db.one<{ searchable: string }>(
    sql`select searchable from offers where id = ${id}::bigint`,
  )
  assert.doesNotMatch(searchable, /password/)
})

test('automatic moderation also approves changes', async () => {
  const auto = await openMarket({ moderation: 'auto' })
  const { id, advertiser: owner } = await activeOffer(auto, { members: approved })
  const shown = expectOk(await owner.b.patch(`/v1/tasks/${id}`, phishing))
  assert.deepEqual([contentOf(shown), shown.pendingChange], [phishing, null])
})

const { a, id: judge } = await theOperator(market)

test('an operator reads an offer with its advertiser, its requirements and earlier decisions', async () => {
  const autoAcceptRules = [{ type: 'MinAcceptanceRate', value: 0.95 }]
  const dates = { startsAtUtc: '2090-01-01T00:00:00Z', endsAtUtc: '2090-02-01T00:00:00Z' }
  const members = { ...dates, hourlyLimit: 5, autoAcceptRules }
  const { id, advertiser: owner } = await submittedOffer(market, { members })
  expectOk(await moderate(market, id, 'reject', { reason: 'It asks for a review.' }))
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/submit`))
  const offer = expectOk(await a.get(`/api/operator/offers/${id}`))
  assert.deepEqual([offer.id, offer.status, offer.allowedActions], [id, 'PendingModeration', ['Approve', 'Reject']])
  assert.deepEqual(offer.advertiser, {
    id: owner.id,
    email: owner.email,
    acceptanceRate: null,
    decidedCount: 0,
    medianReviewSeconds: null,
    disputesDecided: 0,
    disputesLost: 0,
  })
  assert.deepEqual(offer.autoAcceptRules, autoAcceptRules)
  assert.deepEqual([offer.typeOfWork.code, offer.typeOfWork.offerDetailsSchema.type], ['survey.external', 'object'])
  assert.deepEqual([offer.startsAtUtc, offer.hourlyLimit], ['2090-01-01T00:00:00.000Z', 5])
  const actions = offer.decisions.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['task.submit', 'task.reject', 'task.submit'])
  const [, rejected] = offer.decisions
  assert.deepEqual([rejected.accountId, rejected.reason], [judge, 'It asks for a review.'])
  assert.match(rejected.decidedAtUtc, /^\d{4}-.*\.\d{3}Z$/)
})

test('operators count the open tasks of a type, in any status unless they filter by it', async () => {
  const { ctx } = market
  const { code, id: offerPriceId } = await ctx.db.one<{ code: string; id: number }>(
    sql`select code, id from prices where code = 'image.classify'`,
  )
  const listed = async (query: string) => {
    const { items } = expectOk(await a.get(`/api/operator/offers?type=${code}${query}`))
    return items.map(({ id }: { id: number }) => id)
  }
  assert.deepEqual(await listed(''), [])
  const { id: queued } = await submittedOffer(market, { members: { offerPriceId } })
  const { id: active } = await activeOffer(market, { members: { offerPriceId } })
  await submittedOffer(market)
  assert.deepEqual(await listed(''), [queued, active])
  assert.deepEqual(await listed('&status=Active,Paused'), [active])
})
