import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  outcome,
  type Person,
  proof,
  reserved,
  submittedOffer,
  submittedWork,
  theOperator,
  type Work,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes, type Schema } from '../support/mounted-routes.ts'

const market = await openMarket()
const operator = await theOperator(market)

/** Results of operations and records that operators only read. */
const results = [
  'GET /v1/tasks/:id/items',
  'GET /v1/tasks/:id/reservations',
  'POST /api/executor/messages/:id/report',
  'POST /v1/messages/:id/report',
  'GET /v1/tasks/:id/imports',
  'GET /v1/tasks/:id/rule-actions',
  'GET /v1/tasks/:id/imports/:importId',
  'POST /api/executor/offers/:offerId/submit-execution',
  'POST /api/executor/offers/:offerId/proof/uploads',
  'POST /v1/webhooks/:id/rotate-secret',
  'POST /api/executor/offers/:offerId/report',
  'PUT /api/executor/offers/:offerId/advertiser-mark',
  'GET /api/executor/advertiser-marks',
  'DELETE /api/executor/advertiser-marks/:id',
  'POST /v1/sandbox/executors',
  'POST /v1/sandbox/executors/:executorId/steps',
]

test('every record that an operation changes lists the caller’s allowed actions', async () => {
  const routes = await mountedRoutes(market.ctx)
  const changed = routes.flatMap(({ route }) => /^(?:POST|PUT|PATCH|DELETE) (.*?\/):/.exec(route)?.[1] ?? [])
  const records = routes.flatMap(({ route, answer }) => {
    const properties: Schema = answer?.properties?.items?.items?.properties ?? answer?.properties
    const path = `${route.split(' ')[1]}/`
    const hasActions = properties?.status !== undefined || changed.some((root) => path.startsWith(root))
    return properties?.id && hasActions ? [{ route, properties }] : []
  })
  assert.ok(records.length >= 30)
  const silent = records.filter(({ route, properties }) => !properties.allowedActions && !results.includes(route))
  assert.deepEqual(membersOf(silent, 'route'), [])
})

/** The request paths of the actions that a record lists. */
const paths: Readonly<Record<string, string>> = {
  Submit: 'submit',
  Withdraw: 'withdraw',
  Pause: 'pause',
  Resume: 'resume',
  Approve: 'approve',
  Reject: 'reject',
  Suspend: 'suspend',
}

/** Returns the body of an action; members of another operation would be rejected. */
const bodyOf = (action: string, version: number): object => ({
  ...(['Reject', 'Suspend'].includes(action) ? { reason: 'As the test has it.' } : {}),
  ...(['Approve', 'Reject'].includes(action) ? { version } : {}),
})

describe('an offer', () => {
  const owned = async (id: number, owner: Person) => expectOk(await owner.a.get(`/api/advertiser/offers/${id}`))
  const inStatus: Readonly<Record<string, (owner: Person) => Promise<number>>> = {
    Draft: async (owner) => (await submittedOffer(market, { advertiser: owner, members: { draft: true } })).id,
    PendingModeration: async (owner) => (await submittedOffer(market, { advertiser: owner })).id,
    Active: async (owner) => (await activeOffer(market, { advertiser: owner })).id,
    Paused: async (owner) => {
      const { id } = await activeOffer(market, { advertiser: owner })
      expectOk(await owner.a.post(`/api/advertiser/offers/${id}/pause`))
      return id
    },
    'Paused by the operator': async (owner) => {
      const { id } = await activeOffer(market, { advertiser: owner })
      expectOk(await operator.a.post(`/api/operator/offers/${id}/pause`))
      return id
    },
    Archived: async (owner) => {
      const { id } = await activeOffer(market, { advertiser: owner })
      expectOk(await owner.a.delete(`/api/advertiser/offers/${id}`))
      return id
    },
  }
  for (const [status, make] of Object.entries(inStatus))
    test(`with status ${status} allows its advertiser and an operator exactly the listed actions`, async () => {
      const owner = await advertiser(market)
      const tried = async (person: Person, root: string, action: string, path: string) => {
        const id = await make(owner)
        const { version } = await owned(id, owner)
        const { allowedActions } =
          person === owner
            ? await owned(id, owner)
            : expectOk(await person.a.get(`${root}?status=${(await owned(id, owner)).status}&pageSize=100`)).items.find(
                (item: { id: number }) => item.id === id,
              )
        const answer = await person.a.post(`${root}/${id}/${path}`, bodyOf(action, version))
        assert.equal(answer.status === 200, allowedActions.includes(action), `${action}: ${outcome(answer)}`)
      }
      for (const action of ['Submit', 'Withdraw', 'Pause', 'Resume'])
        await tried(owner, '/api/advertiser/offers', action, paths[action] as string)
      for (const action of ['Approve', 'Reject', 'Pause', 'Resume', 'Suspend'])
        await tried(operator, '/api/operator/offers', action, paths[action] as string)
    })

  test('is shown as a task with the same actions', async () => {
    const owner = await advertiser(market)
    for (const make of Object.values(inStatus)) {
      const id = await make(owner)
      const { allowedActions } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
      assert.deepEqual(allowedActions, (await owned(id, owner)).allowedActions)
    }
  })
})

describe('an available offer', () => {
  type Case = (worker: Person) => Promise<{ id: number; may: readonly string[] }>
  const cases: Readonly<Record<string, Case>> = {
    'with a slot': async () => ({ id: (await activeOffer(market)).id, may: ['Reserve'] }),
    'that they have reserved': async (worker) => {
      const { id } = await activeOffer(market, { slots: 1 })
      await reserved(worker, id)
      return { id, may: ['Cancel', 'Submit', 'Extend'] }
    },
    'that they have reserved and that was paused': async (worker) => {
      const { id } = await activeOffer(market)
      await reserved(worker, id)
      expectOk(await operator.a.post(`/api/operator/offers/${id}/pause`))
      return { id, may: ['Cancel', 'Submit', 'Extend'] }
    },
    'that they have done': async (worker) => {
      const { id } = await activeOffer(market)
      await submittedWork(market, id, worker)
      return { id, may: [] }
    },
    'that they have done once of twice': async (worker) => {
      const { id } = await activeOffer(market, { slots: 3, members: { perExecutorLimit: 2 } })
      await submittedWork(market, id, worker)
      return { id, may: ['Reserve'] }
    },
    'whose work was refused': async (worker) => {
      const { id, advertiser: owner } = await activeOffer(market)
      const work = await submittedWork(market, id, worker)
      expectOk(await owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'Not what was asked' }))
      return { id, may: ['Reserve'] }
    },
    'while they hold another': async (worker) => {
      await reserved(worker, (await activeOffer(market)).id)
      return { id: (await activeOffer(market)).id, may: [] }
    },
    'that is for others': async () => {
      const { id } = await activeOffer(market, { members: { targetCountryIds: [643] } })
      return { id, may: [] }
    },
    'whose last slot was theirs': async (worker) => {
      const { id } = await activeOffer(market, { slots: 1 })
      await reserved(worker, id)
      market.pass(3_601)
      return { id, may: ['Reserve'] }
    },
    'whose last slot is over and not swept': async () => {
      const { id } = await activeOffer(market, { slots: 1 })
      await reserved(await executor(market), id)
      market.pass(3_601)
      return { id, may: ['Reserve'] }
    },
  }
  for (const [what, make] of Object.entries(cases))
    test(`${what} shows correctly whether it can be reserved`, async () => {
      const worker = await executor(market)
      const { id, may } = await make(worker)
      const { allowedActions } = expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
      assert.deepEqual(allowedActions, may)
      const answer = await worker.a.post(`${workPath(id)}/reserve`)
      const isNew = answer.status === 200 && answer.body.alreadyExists === false
      assert.equal(isNew, may.includes('Reserve'), outcome(answer))
    })
})

test('an active reservation lists cancel, submit and, once, extend', async () => {
  const worker = await executor(market)
  const list = async () => expectOk(await worker.a.get('/api/executor/reservations')).items
  const { id } = await activeOffer(market)
  const made = expectOk(await worker.a.post(`${workPath(id)}/reserve`))
  assert.deepEqual(
    [made.allowedActions, (await list())[0].allowedActions],
    [
      ['Cancel', 'Submit', 'Extend'],
      ['Cancel', 'Submit', 'Extend'],
    ],
  )
  const extended = expectOk(await worker.a.post(`${workPath(id)}/reservation/extend`))
  assert.deepEqual(
    [extended.allowedActions, (await list())[0].allowedActions],
    [
      ['Cancel', 'Submit'],
      ['Cancel', 'Submit'],
    ],
  )
  const opened = expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
  assert.deepEqual(opened.allowedActions, ['Cancel', 'Submit'])
  expectOk(await worker.a.post(`${workPath(id)}/reservation/cancel`))
  assert.deepEqual((await list())[0].allowedActions, [])
  await reserved(worker, id)
  market.pass(3_601)
  assert.deepEqual([(await list())[0].status, (await list())[0].allowedActions], ['Expired', []])
})

describe('work', () => {
  const reason = 'As the test has it.'
  const statement = 'All questions are answered, see the second picture.'
  type Case = { readonly owner: Person; readonly work: Work }
  const report = ({ owner, work }: Case, verb: string, body: object = {}) =>
    owner.b.post(`/v1/reports/${work.id}/${verb}`, body)
  const execution = ({ work }: Case, verb: string, body: object = {}) =>
    work.executor.a.post(`/api/executor/executions/${work.id}/${verb}`, body)
  const own = async ({ work }: Case) => expectOk(await work.executor.a.get(`/api/executor/executions/${work.id}`))

  const inStatus: Readonly<Record<string, (one: Case) => Promise<unknown>>> = {
    Pending: async () => {},
    ReworkRequested: async (one) => expectOk(await report(one, 'rework', { reason })),
    Accepted: async (one) => expectOk(await report(one, 'accept')),
    Rejected: async (one) => expectOk(await report(one, 'reject', { reason })),
    Disputed: async (one) => {
      expectOk(await report(one, 'reject', { reason }))
      expectOk(await execution(one, 'dispute', { statement }))
    },
    Withdrawn: async (one) => expectOk(await execution(one, 'withdraw')),
  }
  const actions: Readonly<Record<string, (one: Case) => Promise<Answer>>> = {
    Accept: (one) => report(one, 'accept'),
    Reject: (one) => report(one, 'reject', { reason }),
    RequestRework: (one) => report(one, 'rework', { reason }),
    Concede: (one) => report(one, 'dispute/concede'),
    OverrideRejection: (one) => report(one, 'accept', { overrideRejection: true }),
    Bonus: (one) => report(one, 'bonus', { amount: 0.5, reason }),
    Withdraw: (one) => execution(one, 'withdraw'),
    Dispute: (one) => execution(one, 'dispute', { statement }),
    Resubmit: async (one) => {
      const { executor: worker, offer } = one.work
      const reservationId = (await own(one)).rework?.reservationId ?? one.work.reservation
      const url = `${workPath(offer)}/submit-execution`
      return worker.a.post(url, { reservationId, proofUrl: await proofNow(worker, offer) })
    },
  }
  /** If uploads are not possible, neither is another submission. */
  const proofNow = (worker: Person, offer: number) =>
    proof(worker, offer).catch(() => 'https://elsewhere.example/1.png')
  const versionOf = async ({ owner, work }: Case): Promise<number> =>
    expectOk(await owner.b.get(`/v1/reports/${work.id}`)).version
  const asAdvertiser = ['Accept', 'Reject', 'RequestRework', 'Concede', 'OverrideRejection', 'Bonus']

  for (const [status, bring] of Object.entries(inStatus))
    test(`with status ${status} allows its advertiser and its executor exactly the listed actions`, async () => {
      const { id, advertiser: owner } = await activeOffer(market, { slots: 20 })
      for (const [action, act] of Object.entries(actions)) {
        const one = { owner, work: await submittedWork(market, id) }
        await bring(one)
        const shown = asAdvertiser.includes(action)
          ? expectOk(await owner.b.get(`/v1/reports/${one.work.id}`))
          : await own(one)
        const before = await versionOf(one)
        const answer = await act(one)
        // Accepting is also an outcome of a dispute and of overriding a rejection.
        const isOther =
          (action === 'OverrideRejection' && status !== 'Rejected') || (action === 'Accept' && status === 'Disputed')
        const done = answer.status === 200 && (await versionOf(one)) > before && !isOther
        assert.equal(done, shown.allowedActions.includes(action), `${action}: ${outcome(answer)}`)
      }
    })

  test('is listed with the same actions', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const work = await submittedWork(market, id)
    const one = expectOk(await owner.b.get(`/v1/reports/${work.id}`)).allowedActions
    assert.deepEqual(one, ['Accept', 'Reject', 'RequestRework'])
    assert.deepEqual(expectOk(await owner.b.get('/v1/reports')).items[0].allowedActions, one)
    const mine = (await own({ owner, work })).allowedActions
    assert.deepEqual(expectOk(await work.executor.a.get('/api/executor/executions')).items[0].allowedActions, mine)
  })
})
