import { isDeepStrictEqual } from 'node:util'
import type { Rng } from '../properties/rng.ts'
import { type Passage, type Plan, passageOf, passages, planOf } from './faults.ts'
import { count, type LeftRecord, type Person, type Simulation, tokenFor } from './simulation.ts'

/** A request to be made. */
export type Call = {
  readonly who: Person
  /** The credential; an access token by default. */
  readonly by?: 'key'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly form?: Buffer
  /** The table in which each such request inserts one record. */
  readonly makes?: string
  /** The record that must exist permanently after success: the response's, or the one named here. */
  readonly leaves?: Omit<LeftRecord, 'id'> & { readonly id?: number }
  /** It names a record of another account, or none; it must fail. */
  readonly isForeign?: boolean
  /** Checks a successful response to a read; returns the error. */
  readonly mustBe?: (body: Body) => Promise<string | undefined>
}

/** A record or problem, untyped. */
export type Body = Readonly<Record<string, unknown>>
export type Answer = {
  readonly status: number
  readonly body: Body
  readonly raw: string
  readonly isReplayed: boolean
}

/** A violated invariant. */
export class Violation extends Error {}

/** Maximum number of attempts while the service reports that it is unavailable. */
const attemptsMost = 4
export const formType = 'multipart/form-data; boundary=the-boundary'

let keys = 0
export const newKey = (): string => `key-${++keys}`

/** How a request is made: the probability of faults, the generator, and the passage. */
export type Manner = {
  readonly share: number
  readonly rng: Rng
  readonly passageFor?: (plan: Plan | undefined) => Passage & { readonly hit: () => string | undefined }
  /** Whether a duplicate with this key is sent concurrently. */
  readonly twin?: { readonly key: string; readonly isFirst: boolean }
}

/** Makes a request under faults and retries unknown outcomes. Returns a description of the outcome. */
export async function perform(simulation: Simulation, ask: Call, manner: Manner): Promise<string> {
  const { share, rng, passageFor = passageOf, twin } = manner
  const key = twin?.key ?? (ask.method !== 'GET' && rng.happens(0.6) ? newKey() : undefined)
  const told: string[] = []
  for (let attempt = 1; attempt <= attemptsMost; attempt++) {
    if (ask.makes && (key === undefined || (attempt === 1 && twin?.isFirst !== false)))
      count(simulation.told.tried, ask.makes)
    const passage = passageFor(planOf(rng, share))
    const answer = await passages.run(passage, () => send(simulation, ask, key))
    const hit = passage.hit()
    told.push(`${hit === undefined ? '' : `[${hit}] `}${outcomeOf(answer)}`)
    judge(simulation, ask, answer, hit)
    const quietly = <T>(work: () => Promise<T>): Promise<T> => passages.run(passageFor(undefined), work)
    if (answer.status < 300 && key !== undefined && rng.happens(0.15))
      await quietly(() => repeat(simulation, ask, key, answer))
    if (answer.status === 401 && attempt === 1) await quietly(() => renew(simulation, ask.who))
    else if (answer.status !== 503 || rng.happens(0.3)) break
  }
  return told.join(', ')
}

async function send({ api }: Simulation, ask: Call, key: string | undefined): Promise<Answer> {
  const { who, by, method, path, body, form } = ask
  const response = await api.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${by === 'key' ? who.key : who.token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(form ? { 'content-type': formType } : body ? { 'content-type': 'application/json' } : {}),
    },
    ...(form ? { payload: form } : body ? { payload: JSON.stringify(body) } : {}),
  })
  const raw = response.body
  const isReplayed = response.headers['idempotency-replayed'] === 'true'
  return { status: response.statusCode, body: raw.startsWith('{') ? JSON.parse(raw) : {}, raw, isReplayed }
}

const outcomeOf = ({ status, body }: Answer): string => (status < 300 ? `${status}` : `${status} ${body['code']}`)

function judge({ told }: Simulation, ask: Call, answer: Answer, hit: string | undefined): void {
  const { status, raw } = answer
  const about = `${ask.method} ${ask.path} ${JSON.stringify(ask.body ?? {})} answered ${status} ${raw.slice(0, 400)}`
  if (status >= 500 && status !== 503) throw new Violation(about)
  if (status === 503 && hit === undefined) throw new Violation(`${about}, though nothing had failed`)
  if (status < 300 && ask.isForeign) throw new Violation(`${about}, though it is not theirs`)
  if (status >= 300) return
  if (ask.leaves) told.left.push({ id: Number(answer.body['id']), ...ask.leaves })
  if (!ask.makes) return
  const made = told.made.get(ask.makes) ?? new Set<number>()
  told.made.set(ask.makes, made)
  const id = Number(answer.body['id'])
  if (made.has(id) && !answer.isReplayed) throw new Violation(`${about}, which was made before`)
  made.add(id)
}

/** Repeats the request with its key: it must get the same response and have no effect. */
async function repeat(simulation: Simulation, ask: Call, key: string, first: Answer): Promise<void> {
  const again = await send(simulation, ask, key)
  if (again.isReplayed && again.status === first.status && isDeepStrictEqual(again.body, first.body)) return
  throw new Violation(
    `${ask.method} ${ask.path} answered ${first.status} ${first.raw}, and with the same key ${again.status} ${again.raw}`,
  )
}

async function renew({ ctx }: Simulation, who: Person): Promise<void> {
  who.token = await tokenFor(ctx, who.email)
}

/** Checks the response to a read and describes the difference. */
export async function readOf(simulation: Simulation, ask: Call): Promise<string> {
  const answer = await send(simulation, ask, undefined)
  if (answer.status === 401) {
    await renew(simulation, ask.who)
    return 'renewed'
  }
  judge(simulation, ask, answer, undefined)
  const wrong = answer.status === 200 ? await ask.mustBe?.(answer.body) : undefined
  if (wrong !== undefined) throw new Violation(`${ask.who.name}, GET ${ask.path}: ${wrong}`)
  return outcomeOf(answer)
}
