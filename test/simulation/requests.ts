import { isDeepStrictEqual } from 'node:util'
import type { Rng } from '../properties/rng.ts'
import { type FaultInjector, faultInjectors, injectorOf, type Plan, planOf } from './faults.ts'
import { count, type LeftRecord, type Person, type Simulation, tokenFor } from './simulation.ts'

/** A request to be made. */
export type SimulatedRequest = {
  readonly person: Person
  /** The credential; an access token by default. */
  readonly credential?: 'key'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly form?: Buffer
  /** The table in which each such request inserts one record. */
  readonly insertsInto?: string
  /** The record that must exist permanently after success: the response's, or the one named here. */
  readonly leavesRecord?: Omit<LeftRecord, 'id'> & { readonly id?: number }
  /** It names a record of another account, or none; it must fail. */
  readonly isForeign?: boolean
  /** Checks a successful response to a read; returns the error. */
  readonly check?: (body: Body) => Promise<string | undefined>
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
const attemptsMax = 4
export const formType = 'multipart/form-data; boundary=the-boundary'

let keys = 0
export const newKey = (): string => `key-${++keys}`

/** How a request is made: the probability of faults, the generator, and the passage. */
export type RequestOptions = {
  readonly share: number
  readonly rng: Rng
  readonly injectorFor?: (plan: Plan | undefined) => FaultInjector & { readonly injected: () => string | undefined }
  /** Whether a duplicate with this key is sent concurrently. */
  readonly twin?: { readonly key: string; readonly isFirst: boolean }
}

/** Makes a request under faults and retries unknown outcomes. Returns a description of the outcome. */
export async function performRequest(
  simulation: Simulation,
  request: SimulatedRequest,
  options: RequestOptions,
): Promise<string> {
  const { share, rng, injectorFor = injectorOf, twin } = options
  const key = twin?.key ?? (request.method !== 'GET' && rng.happens(0.6) ? newKey() : undefined)
  const outcomes: string[] = []
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    if (request.insertsInto && (key === undefined || (attempt === 1 && twin?.isFirst !== false)))
      count(simulation.acknowledged.tried, request.insertsInto)
    const injector = injectorFor(planOf(rng, share))
    const answer = await faultInjectors.run(injector, () => send(simulation, request, key))
    const injected = injector.injected()
    outcomes.push(`${injected === undefined ? '' : `[${injected}] `}${outcomeOf(answer)}`)
    judge(simulation, request, answer, injected)
    const quietly = <T>(work: () => Promise<T>): Promise<T> => faultInjectors.run(injectorFor(undefined), work)
    if (answer.status < 300 && key !== undefined && rng.happens(0.15))
      await quietly(() => repeat(simulation, request, key, answer))
    if (answer.status === 401 && attempt === 1) await quietly(() => renew(simulation, request.person))
    else if (answer.status !== 503 || rng.happens(0.3)) break
  }
  return outcomes.join(', ')
}

async function send({ api }: Simulation, request: SimulatedRequest, key: string | undefined): Promise<Answer> {
  const { person, credential, method, path, body, form } = request
  const response = await api.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${credential === 'key' ? person.key : person.token}`,
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

function judge(
  { acknowledged }: Simulation,
  request: SimulatedRequest,
  answer: Answer,
  injected: string | undefined,
): void {
  const { status, raw } = answer
  const about = `${request.method} ${request.path} ${JSON.stringify(request.body ?? {})} answered ${status} ${raw.slice(0, 400)}`
  if (status >= 500 && status !== 503) throw new Violation(about)
  if (status === 503 && injected === undefined) throw new Violation(`${about}, though nothing had failed`)
  if (status < 300 && request.isForeign) throw new Violation(`${about}, though it is not theirs`)
  if (status >= 300) return
  if (request.leavesRecord) acknowledged.left.push({ id: Number(answer.body['id']), ...request.leavesRecord })
  if (!request.insertsInto) return
  const made = acknowledged.made.get(request.insertsInto) ?? new Set<number>()
  acknowledged.made.set(request.insertsInto, made)
  const id = Number(answer.body['id'])
  if (made.has(id) && !answer.isReplayed) throw new Violation(`${about}, which was made before`)
  made.add(id)
}

/** Repeats the request with its key: it must get the same response and have no effect. */
async function repeat(simulation: Simulation, request: SimulatedRequest, key: string, first: Answer): Promise<void> {
  const again = await send(simulation, request, key)
  if (again.isReplayed && again.status === first.status && isDeepStrictEqual(again.body, first.body)) return
  throw new Violation(
    `${request.method} ${request.path} answered ${first.status} ${first.raw}, and with the same key ${again.status} ${again.raw}`,
  )
}

async function renew({ ctx }: Simulation, person: Person): Promise<void> {
  person.token = await tokenFor(ctx, person.email)
}

/** Checks the response to a read and describes the difference. */
export async function readOf(simulation: Simulation, request: SimulatedRequest): Promise<string> {
  const answer = await send(simulation, request, undefined)
  if (answer.status === 401) {
    await renew(simulation, request.person)
    return 'renewed'
  }
  judge(simulation, request, answer, undefined)
  const wrong = answer.status === 200 ? await request.check?.(answer.body) : undefined
  if (wrong !== undefined) throw new Violation(`${request.person.name}, GET ${request.path}: ${wrong}`)
  return outcomeOf(answer)
}
