import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'
import { form, pdf } from '../support/inputs/uploads.ts'
import { answersTo } from './items.ts'
import type { Request } from './requests.ts'
import { ownerOf, pick, someone, type Verb, type WeightedVerb } from './verbs.ts'
import type { World } from './world.ts'

type Reserved = {
  readonly id: number
  readonly offer: number
  readonly executor: number
  readonly url: string | null
  /** Null: the offer has no items. */
  readonly items: readonly number[] | null
}
type Report = { readonly id: number; readonly advertiser: number; readonly executor: number }

const atOffer = (offer: number, rest: string): string => `/api/executor/offers/${offer}/${rest}`

const reserve: Verb = async (world, rng) => {
  const open = sql`select offer as id from offer_states where status = 'Active' and remaining > 0`
  const any = sql`select offer as id from offer_states`
  const offer = await pick<{ id: number }>(world, rng, rng.happens(0.93) ? open : any)
  const leaves = { table: 'reservations' } as const
  return (
    offer && {
      person: someone(rng, world.executors),
      method: 'POST',
      path: atOffer(offer.id, 'reserve'),
      leavesRecord: leaves,
    }
  )
}

/** Reservations, mostly lasting ones, each with an unused proof uploaded for it, if any. */
const lasting = (world: World, rng: Rng) => sql`
  select reservations.id, reservations.offer, reservations.executor, (
      select proofs.id || '.' || extension from proofs
      where proofs.executor = reservations.executor and proofs.offer = reservations.offer
        and not exists (select from execution_proofs where proof = proofs.id)
      order by uploaded_at desc limit 1) as url, case when has_items then (
      select array_agg(items.id order by items.id) from assignments join items on items.suite = assignments.suite and (items.ended_turn is null or items.ended_turn > assignments.turn)
      where assignments.reservation = reservations.id or assignments.execution = reservations.execution) end as items
  from reservations where status = 'Active' and (expires_at > ${world.owner.now()} or ${rng.happens(0.1)})`

const onReservation =
  (rest: string, body?: object, which = sql`true`): Verb =>
  async (world, rng) => {
    const row = await pick<Reserved>(world, rng, sql`select * from (${lasting(world, rng)}) lasting where ${which}`)
    if (!row) return undefined
    // Another executor may have their own reservation there.
    const person = world.executors.find(({ id }) => id === row.executor) ?? someone(rng, world.executors)
    return { person, method: 'POST', path: atOffer(row.offer, rest), ...(body ? { body } : {}) }
  }

const upload: Verb = async (world, rng) => {
  const row = await pick<Reserved>(world, rng, sql`select * from (${lasting(world, rng)}) lasting where url is null`)
  const person = world.executors.find(({ id }) => id === row?.executor)
  if (!row || !person) return undefined
  const files = Array.from({ length: 1 + rng.whole(2) }, (_, index) => pdf(40 + rng.whole(5000), `p${index}.pdf`))
  const wrong = { fileName: 'a.png', type: 'image/png', bytes: 'not a picture' }
  const payload = form(rng.happens(0.05) ? [...files, wrong] : files)
  return { person, method: 'POST', path: atOffer(row.offer, 'proof/uploads'), form: payload }
}

const submit: Verb = async (world, rng) => {
  const all = lasting(world, rng)
  const some = rng.happens(0.95) ? sql`select * from (${all}) lasting where url is not null` : all
  const row = await pick<Reserved>(world, rng, some)
  if (!row) return undefined
  const { person, isForeign = false } = ownerOf(rng, world.executors, row.executor)
  const proofUrl = `${world.publicUrl}/uploads/executor/proofs/${row.url}`
  const body = {
    reservationId: row.id,
    proofUrl,
    details: row.items ? { answers: answersTo(rng, row.items) } : { completionCode: `${rng.whole(1000)}` },
  }
  const leaves = { table: 'executions' } as const
  return {
    person,
    isForeign,
    method: 'POST',
    path: atOffer(row.offer, 'submit-execution'),
    body,
    leavesRecord: leaves,
  }
}

const reportsIn = (statuses: readonly string[]) => sql`
  select id, advertiser, executor from executions where status = any(${statuses}::text[])`

type BodyOf = (rng: Parameters<Verb>[1]) => object

/** An advertiser's decision on a report, mostly one that its status allows. */
const review =
  (verb: string, statuses: readonly string[], bodyOf: BodyOf): Verb =>
  async (world, rng) => {
    const some = rng.happens(0.93) ? reportsIn(statuses) : sql`select id, advertiser, executor from executions`
    const row = await pick<Report>(world, rng, some)
    if (!row) return undefined
    const whose = ownerOf(rng, world.advertisers, row.advertiser)
    const body = { ...bodyOf(rng), ...(rng.happens(0.05) ? { version: 1 + rng.whole(3) } : {}) }
    const ends = verb === 'accept' || verb === 'dispute/concede'
    const leaves = ends ? { leavesRecord: { table: 'executions', id: row.id, status: 'Accepted' } as const } : {}
    return { ...whose, credential: 'key', method: 'POST', path: `/v1/reports/${row.id}/${verb}`, body, ...leaves }
  }

const ownWork =
  (verb: string, statuses: readonly string[], body?: object): Verb =>
  async (world, rng) => {
    const row = await pick<Report>(world, rng, reportsIn(statuses))
    if (!row) return undefined
    const whose = ownerOf(rng, world.executors, row.executor)
    return { ...whose, method: 'POST', path: `/api/executor/executions/${row.id}/${verb}`, ...(body ? { body } : {}) }
  }

const bulk: Verb = async (world, rng) => {
  const row = await pick<Report>(world, rng, reportsIn(['Pending']))
  const person = world.advertisers.find(({ id }) => id === row?.advertiser)
  if (!row || !person) return undefined
  const own = await world.owner.many<{ id: number }>(sql`
    select id from executions where advertiser = ${person.id}::bigint order by id desc limit 12`)
  const reason = 'The last page is missing.'
  const items = own
    .filter(() => rng.happens(0.4))
    .map(({ id }) => ({ id, action: rng.one(['accept', 'accept', 'reject', 'rework']), reason }))
  return {
    person,
    credential: 'key',
    method: 'POST',
    path: '/v1/reports/bulk',
    body: { items: [...items, { id: row.id, action: 'accept' }] },
  }
}

const reason = 'The last page is missing.'
const undecided = sql`select id, execution from disputes where status not in ('PaymentPending', 'Resolved')`

const decide: Verb = async (world, rng) => {
  const row = await pick<{ id: number }>(world, rng, rng.happens(0.95) ? undecided : sql`select id from disputes`)
  const body = { outcome: rng.one(['Executor', 'Advertiser']), note: 'We looked at all of them.' }
  const path = `/api/operator/disputes/${row?.id}/decide`
  return row && { person: someone(rng, world.operators), method: 'POST', path, body }
}

const onHeld =
  (verb: string, body?: object): Verb =>
  async (world, rng) => {
    const row = await pick<{ id: number }>(world, rng, sql`select id from held_rejections where ended_at is null`)
    const path = `/api/operator/held-rejections/${row?.id}/${verb}`
    return row && { person: someone(rng, world.operators), method: 'POST', path, ...(body ? { body } : {}) }
  }

const onGuarantee =
  (verb: string, body?: object): Verb =>
  async (world, rng) => {
    const some = rng.happens(0.9)
      ? sql`select id from guarantee_payments where status = 'Waiting'`
      : sql`select id from guarantee_payments`
    const row = await pick<{ id: number }>(world, rng, some)
    const path = `/api/operator/guarantee-payments/${row?.id}/${verb}`
    return row && { person: someone(rng, world.operators), method: 'POST', path, ...(body ? { body } : {}) }
  }

const onSuspicion =
  (verb: 'hold' | 'release'): Verb =>
  async (world, rng) => {
    const held = sql`select id from executions where (fraud_hold_at is not null) = ${verb === 'release'} and status = 'Pending'`
    const row = await pick<{ id: number }>(world, rng, held)
    const body = { reason: 'Four accounts sent one picture.' }
    const path = `/api/operator/reports/${row?.id}/${verb}`
    return row && ({ person: someone(rng, world.operators), method: 'POST', path, body } satisfies Request)
  }

const toReject: BodyOf = (rng) => ({ reason, ...(rng.happens(0.1) ? { blockExecutor: true } : {}) })

export const workVerbs: readonly WeightedVerb[] = [
  ['reserve', 40, reserve],
  ['extend', 2, onReservation('reservation/extend', { seconds: 60 })],
  ['cancel', 3, onReservation('reservation/cancel')],
  ['skip', 4, onReservation('reservation/cancel', { skipped: 'All are blurred.' }, sql`items is not null`)],
  ['upload', 30, upload],
  ['submit', 30, submit],
  ['accept', 10, review('accept', ['Pending'], () => ({ rating: 4 }))],
  ['reject', 6, review('reject', ['Pending'], toReject)],
  ['rework', 5, review('rework', ['Pending'], () => ({ reason, deadlineSeconds: 7200 }))],
  ['override', 2, review('accept', ['Rejected'], () => ({ overrideRejection: true }))],
  ['bonus', 2, review('bonus', ['Accepted'], (rng) => ({ amount: 0.1 + rng.whole(9), reason }))],
  ['withdrawRejection', 1, review('withdraw-rejection', ['Pending'], () => ({}))],
  ['bulk', 2, bulk],
  ['withdrawWork', 2, ownWork('withdraw', ['Pending', 'ReworkRequested'])],
  ['appeal', 5, ownWork('dispute', ['Rejected'], { statement: 'Every page is there; look at the third.' })],
  ['answer', 3, review('dispute/answer', ['Disputed'], () => ({ answer: 'It is another page.' }))],
  ['concede', 1, review('dispute/concede', ['Disputed'], () => ({ comment: 'It is there.' }))],
  ['decide', 4, decide],
  ['approvePayment', 3, onGuarantee('approve')],
  ['refusePayment', 1, onGuarantee('refuse', { reason: 'Both accounts belong to one person.' })],
  ['confirmHeld', 1, onHeld('confirm')],
  ['dismissHeld', 1, onHeld('dismiss', { reason: 'The page is there.' })],
  ['hold', 1, onSuspicion('hold')],
  ['release', 1, onSuspicion('release')],
]
