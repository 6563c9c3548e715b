import { type Sql, sql } from '../../server/platform/sql.ts'
import { bank } from '../support/scenarios/earnings.ts'
import { ownerOf, pick, someone, type Verb, type WeightedVerb } from './verbs.ts'

type Owned = { readonly id: number; readonly owner: number }

let invoices = 0

const payIn: Verb = async ({ advertisers, operators, seed }, rng) => {
  const { email } = someone(rng, advertisers)
  const body = { email, amount: 5 + rng.whole(300) / 10, method: 'Bank', reference: `invoice-${seed}-${++invoices}` }
  return {
    person: someone(rng, operators),
    method: 'POST',
    path: '/api/operator/deposits',
    body,
    insertsInto: 'deposits',
  }
}

const giveBack: Verb = async (world, rng) => {
  const row = await pick<Owned>(
    world,
    rng,
    sql`select id, account as owner from deposits where status in ('Paid', 'PartlyRefunded')`,
  )
  const body = { reason: 'Paid too much', ...(rng.happens(0.7) ? { amount: 0.5 + rng.whole(8) } : {}) }
  const path = `/api/operator/deposits/${row?.id}/refund`
  return row && { person: someone(rng, world.operators), method: 'POST', path, body }
}

const takeOut: Verb = async ({ executors }, rng) => ({
  person: someone(rng, executors),
  method: 'POST',
  path: '/api/executor/withdrawals',
  body: { amount: 1 + rng.whole(40) / 10, method: bank },
  insertsInto: 'withdrawals',
})

const onWithdrawal =
  (verb: string, status: string, body?: object): Verb =>
  async (world, rng) => {
    const rows = sql`select id, executor as owner from withdrawals where status = ${status}`
    const row = await pick<Owned>(
      world,
      rng,
      rng.happens(0.95) ? rows : sql`select id, executor as owner from withdrawals`,
    )
    if (!row) return undefined
    if (verb === 'cancel') {
      const whose = ownerOf(rng, world.executors, row.owner)
      return { ...whose, method: 'POST', path: `/api/executor/withdrawals/${row.id}/cancel` }
    }
    const path = `/api/operator/withdrawals/${row.id}/${verb}`
    const leaves =
      verb === 'paid' ? { leavesRecord: { table: 'withdrawals', id: row.id, status: 'Paid' } as const } : {}
    return { person: someone(rng, world.operators), method: 'POST', path, ...(body ? { body } : {}), ...leaves }
  }

const payOut: Verb = async ({ operators }, rng) => ({
  person: someone(rng, operators),
  method: 'POST',
  path: '/api/operator/payouts',
  insertsInto: 'payouts',
})

const createList: Verb = async ({ advertisers }, rng) => {
  const isBlockList = rng.happens(0.1)
  const body = { name: 'Good at surveys', isBlockList }
  // A rejection can create a block list too.
  const makes = isBlockList ? {} : { insertsInto: 'executor_lists' }
  return {
    person: someone(rng, advertisers),
    credential: 'key',
    method: 'POST',
    path: '/v1/executor-lists',
    body,
    ...makes,
  }
}

const onList =
  (verb: 'add' | 'remove' | 'delete'): Verb =>
  async (world, rng) => {
    const list = await pick<Owned>(world, rng, sql`select id, advertiser as owner from executor_lists`)
    if (!list) return undefined
    const whose = { ...ownerOf(rng, world.advertisers, list.owner), credential: 'key' as const }
    const path = `/v1/executor-lists/${list.id}`
    if (verb === 'delete') return { ...whose, method: 'DELETE', path }
    const known = await pick<{ id: number; alias: string }>(
      world,
      rng,
      sql`select id, executor_alias as alias from executions where advertiser = ${list.owner}::bigint`,
    )
    if (!known) return undefined
    if (verb === 'remove') return { ...whose, method: 'DELETE', path: `${path}/members/${known.alias}` }
    return { ...whose, method: 'POST', path: `${path}/members`, body: { executorIds: [known.alias] } }
  }

const createEndpoint: Verb = async ({ advertisers }, rng) => ({
  person: someone(rng, advertisers),
  credential: 'key',
  method: 'POST',
  path: '/v1/webhooks',
  body: { url: `https://9.9.9.9/hooks/${rng.whole(9)}`, enabled: rng.happens(0.9) },
  insertsInto: 'endpoints',
})

const endpoints = sql`select id, account as owner from endpoints where status <> 'Deleted'`

const onEndpoint =
  (verb: string, bodyOf: (rng: Parameters<Verb>[1]) => object | undefined = () => undefined): Verb =>
  async (world, rng) => {
    const row = await pick<Owned>(world, rng, endpoints)
    if (!row) return undefined
    const whose = { ...ownerOf(rng, world.advertisers, row.owner), credential: 'key' as const }
    const path = `/v1/webhooks/${row.id}`
    const body = bodyOf(rng)
    if (verb === 'delete') return { ...whose, method: 'DELETE', path }
    if (verb === 'change') return { ...whose, method: 'PATCH', path, body: body ?? {} }
    return { ...whose, method: 'POST', path: `${path}/${verb}`, ...(body ? { body } : {}) }
  }

const resend: Verb = async (world, rng) => {
  const rows = sql`select id, endpoint, account as owner from deliveries where status in ('Failed', 'Delivered')`
  const row = await pick<Owned & { endpoint: number }>(world, rng, rows)
  if (!row) return undefined
  const path = `/v1/webhooks/${row.endpoint}/deliveries/${row.id}/resend`
  return { ...ownerOf(rng, world.advertisers, row.owner), credential: 'key', method: 'POST', path }
}

const accountsOf = ({ advertisers, executors }: Parameters<Verb>[0]) => [...advertisers, ...executors]

const impose: Verb = async (world, rng) => {
  const kind = rng.one(['Warning', 'NoReservations', 'NoOffers', 'Suspension'])
  const { now } = await world.owner.one<{ now: Date }>(sql`select ${world.owner.now()} as now`)
  const until = new Date(now.getTime() + (1 + rng.whole(7200)) * 1000).toISOString()
  const accountId = someone(rng, accountsOf(world)).id
  const endsAtUtc = kind === 'Warning' && rng.happens(0.5) ? null : until
  const body = { accountId, kind, code: 'Other', reason: 'It was seen twice.', endsAtUtc }
  return {
    person: someone(rng, world.operators),
    method: 'POST',
    path: '/api/operator/sanctions',
    body,
    insertsInto: 'sanctions',
  }
}

const sanctionsIn = (statuses: readonly string[]): Sql =>
  sql`select id, account as owner from sanctions where status = any(${statuses}::text[])`

const appealSanction: Verb = async (world, rng) => {
  const row = await pick<Owned>(world, rng, sanctionsIn(['InForce']))
  const body = { statement: 'It was somebody else.' }
  const path = `/api/account/sanctions/${row?.id}/appeal`
  return row && { ...ownerOf(rng, accountsOf(world), row.owner), method: 'POST', path, body }
}

const answerSanction =
  (verb: string, statuses: readonly string[]): Verb =>
  async (world, rng) => {
    const row = await pick<Owned>(world, rng, sanctionsIn(statuses))
    const path = `/api/operator/sanctions/${row?.id}/${verb}`
    return row && { person: someone(rng, world.operators), method: 'POST', path, body: { reason: 'We looked again.' } }
  }

export const moneyVerbs: readonly WeightedVerb[] = [
  ['payIn', 5, payIn],
  ['giveBack', 1, giveBack],
  ['takeOut', 4, takeOut],
  ['cancelWithdrawal', 1, onWithdrawal('cancel', 'Requested')],
  ['approveWithdrawal', 3, onWithdrawal('approve', 'Requested')],
  ['refuseWithdrawal', 1, onWithdrawal('reject', 'Requested', { reason: 'The bank knows no such account.' })],
  ['paid', 2, onWithdrawal('paid', 'Processing', { reference: 'SEPA 77' })],
  ['failed', 1, onWithdrawal('failed', 'Processing', { reason: 'The bank knows no such account.' })],
  ['payOut', 1, payOut],
]

export const outsideVerbs: readonly WeightedVerb[] = [
  ['createList', 1, createList],
  ['addToList', 2, onList('add')],
  ['takeFromList', 1, onList('remove')],
  ['deleteList', 0.5, onList('delete')],
  ['createEndpoint', 1, createEndpoint],
  ['changeEndpoint', 1.5, onEndpoint('change', (rng) => ({ enabled: rng.happens(0.8) }))],
  ['deleteEndpoint', 0.5, onEndpoint('delete')],
  ['rotate', 0.5, onEndpoint('rotate-secret')],
  ['testEndpoint', 0.5, onEndpoint('test')],
  ['replayEvents', 0.5, onEndpoint('replay', () => ({ fromSequence: 1, toSequence: 9, onlyFailed: true }))],
  ['resend', 1, resend],
  ['impose', 1, impose],
  ['appealSanction', 1, appealSanction],
  ['uphold', 0.5, answerSanction('uphold', ['Appealed'])],
  ['lift', 1, answerSanction('lift', ['InForce', 'Appealed', 'Upheld'])],
]
