import { type Sql, sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'
import { itemMembers } from './items.ts'
import type { Person } from './messages.ts'
import type { Request } from './requests.ts'
import { studyMembers } from './study-members.ts'
import type { World } from './world.ts'

/** Returns the next request; undefined if there is nothing to act on. */
export type Verb = (world: World, rng: Rng) => Promise<Request | undefined>
export type WeightedVerb = readonly [name: string, often: number, verb: Verb]

export const someone = (rng: Rng, people: readonly Person[]): Person => rng.one(people) as Person

/** Returns one of the latest rows of a query, ordered by id. */
export async function pick<Row>({ owner, picked }: World, rng: Rng, rows: Sql): Promise<Row | undefined> {
  return rng.one(await owner.many<Row>(sql`select * from (${rows}) found order by id desc limit ${picked.most}`))
}

/** Mostly returns the owner of a record; sometimes another person, for whom it must not exist. */
export function ownerOf(rng: Rng, people: readonly Person[], id: number): Pick<Request, 'person' | 'isForeign'> {
  const owner = people.find((person) => person.id === id)
  const person = owner && rng.happens(0.97) ? owner : someone(rng, people)
  return { person, isForeign: person.id !== id }
}

type Owned = { readonly id: number; readonly owner: number }

const offersIn = (statuses: readonly string[]): Sql => sql`
  select offer as id, advertiser as owner from offer_states where status = any(${statuses}::text[])`

/** Mostly an offer whose status allows the verb. */
const offerFor = (world: World, rng: Rng, statuses: readonly string[]) =>
  pick<Owned>(
    world,
    rng,
    rng.happens(0.93) ? offersIn(statuses) : sql`select offer as id, advertiser as owner from offer_states`,
  )

const titles = ['A short survey', 'Twelve questions', 'Breakfast', 'One page']

function taskBody({ price }: World, rng: Rng): object {
  const now = rng.happens(0.1)
  return {
    offerPriceId: price,
    title: rng.one(titles),
    totalLimit: 1 + rng.whole(6),
    perExecutorLimit: 1 + rng.whole(3),
    attemptsMax: 1 + rng.whole(4),
    reservationDurationSeconds: 300 + rng.whole(900),
    reviewPeriodSeconds: 3600 + rng.whole(40) * 3600,
    reworkPeriodSeconds: 3600 + rng.whole(10) * 3600,
    maxReworks: rng.whole(3),
    ...(now ? { hourlyLimit: 1 + rng.whole(4), dailyLimit: 5 + rng.whole(9) } : {}),
    ...(rng.happens(0.1) ? { autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0.5 }] } : {}),
  }
}

const createTask: Verb = async (world, rng) => {
  const person = someone(rng, world.advertisers)
  const items = rng.happens(0.3) ? itemMembers(rng) : {}
  const body = { ...taskBody(world, rng), ...items, ...studyMembers(rng), draft: rng.happens(0.15) }
  if (rng.happens(0.05))
    return { person, credential: 'key', method: 'POST', path: '/v1/tasks', body: { ...body, totalLimit: -1 } }
  return { person, credential: 'key', method: 'POST', path: '/v1/tasks', body, insertsInto: 'offers' }
}

const createOffer: Verb = async ({ advertisers, price }, rng) => {
  const path = `/api/advertiser/offers/${rng.happens(0.8) ? 'submit' : 'draft'}`
  const body = { offerPriceId: price, title: rng.one(titles), totalLimit: 1 + rng.whole(5) }
  return { person: someone(rng, advertisers), method: 'POST', path, body, insertsInto: 'offers' }
}

const byOwner =
  (move: string, statuses: readonly string[]): Verb =>
  async (world, rng) => {
    const offer = await offerFor(world, rng, statuses)
    if (!offer) return undefined
    const path = `/api/advertiser/offers/${offer.id}`
    const whose = ownerOf(rng, world.advertisers, offer.owner)
    return move === 'archive'
      ? { ...whose, method: 'DELETE', path }
      : { ...whose, method: 'POST', path: `${path}/${move}` }
  }

const byOperator =
  (move: string, statuses: readonly string[], body?: object): Verb =>
  async (world, rng) => {
    const offer = await offerFor(world, rng, statuses)
    const path = `/api/operator/offers/${offer?.id}/${move}`
    return offer && { person: someone(rng, world.operators), method: 'POST', path, ...(body ? { body } : {}) }
  }

/** A decision on an offer names the version read; sometimes another one. */
const decided =
  (move: string, pick: (world: World, rng: Rng) => Promise<Moderated | undefined>, body?: object): Verb =>
  async (world, rng) => {
    const offer = await pick(world, rng)
    if (!offer) return undefined
    const version = rng.happens(0.95) ? offer.version : offer.version + 1
    const path = `/api/operator/offers/${offer.id}/${move}`
    return { person: someone(rng, world.operators), method: 'POST', path, body: { ...body, version } }
  }

type Moderated = { readonly id: number; readonly version: number }
const submitted = (world: World, rng: Rng) =>
  pick<Moderated>(
    world,
    rng,
    sql`select offers.id, offers.version from offers join offer_states state on state.offer = offers.id
      where state.status = 'PendingModeration'`,
  )
const changed = (world: World, rng: Rng) =>
  pick<Moderated>(world, rng, sql`select id, version from offers where pending_change ->> 'status' = 'Pending'`)

const change: Verb = async (world, rng) => {
  const offer = await offerFor(world, rng, ['Active', 'Paused', 'Draft', 'PendingModeration', 'Completed'])
  if (!offer) return undefined
  const status = rng.one(['Paused', 'Active', 'PendingModeration', 'Draft'])
  const body = {
    ...(rng.happens(0.6) ? { totalLimit: 1 + rng.whole(8) } : {}),
    ...(rng.happens(0.3) ? { title: rng.one(titles) } : {}),
    ...(rng.happens(0.2) ? { status } : {}),
    ...(rng.happens(0.1) ? { version: 1 + rng.whole(3) } : {}),
  }
  const whose = ownerOf(rng, world.advertisers, offer.owner)
  return { ...whose, credential: 'key', method: 'PATCH', path: `/v1/tasks/${offer.id}`, body }
}

const withList: Verb = async (world, rng) => {
  const row = await pick<Owned & { offer: number }>(
    world,
    rng,
    sql`select lists.id, lists.advertiser as owner, offers.id as offer from executor_lists lists
      join offers on offers.advertiser = lists.advertiser where not is_block_list`,
  )
  if (!row) return undefined
  const body = { [rng.happens(0.5) ? 'allowListId' : 'blockListId']: rng.happens(0.7) ? row.id : null }
  return {
    ...ownerOf(rng, world.advertisers, row.owner),
    credential: 'key',
    method: 'PATCH',
    path: `/v1/tasks/${row.offer}`,
    body,
  }
}

const nowhere: Verb = async ({ advertisers, executors, operators }, rng) => {
  const path = rng.one([
    '/v1/tasks/999999999',
    '/v1/reports/9007199254740991',
    '/api/executor/executions/0',
    '/api/operator/offers/-1',
    '/api/advertiser/offers/1e3',
  ]) as string
  const person = someone(
    rng,
    path.includes('executor') ? executors : path.includes('operator') ? operators : advertisers,
  )
  return {
    person,
    ...(path.startsWith('/v1') ? { credential: 'key' as const } : {}),
    method: 'GET',
    path,
    isForeign: true,
  }
}

export const offerVerbs: readonly WeightedVerb[] = [
  ['createTask', 9, createTask],
  ['createOffer', 4, createOffer],
  ['approve', 16, decided('approve', submitted)],
  ['refuse', 1, decided('reject', submitted, { reason: 'It is not clear what is asked.' })],
  ['approveChange', 3, decided('change/approve', changed)],
  ['refuseChange', 1, decided('change/reject', changed, { reason: 'It asks for passwords.' })],
  ['suspend', 1, byOperator('suspend', ['Active'], { reason: 'It asks for passwords.' })],
  ['submitDraft', 3, byOwner('submit', ['Draft', 'Rejected'])],
  ['withdrawOffer', 1, byOwner('withdraw', ['PendingModeration'])],
  ['pause', 2, byOwner('pause', ['Active'])],
  ['resume', 4, byOwner('resume', ['Paused'])],
  ['operatorPauses', 1, byOperator('pause', ['Active'])],
  ['operatorResumes', 3, byOperator('resume', ['Paused'])],
  ['archive', 3, byOwner('archive', ['Active', 'Completed', 'Paused', 'Draft'])],
  ['change', 9, change],
  ['withList', 1, withList],
  ['nowhere', 1, nowhere],
]
