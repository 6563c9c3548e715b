import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../model/messages.ts'
import { judge, noteTry, outcomeOf, type Request, Violation } from '../model/requests.ts'
import type { Rng } from '../properties/rng.ts'
import { type FaultInjector, faultInjectors, injectorOf, type Plan, planOf } from './faults.ts'
import { renew, send } from './inject.ts'
import type { Simulation } from './simulation.ts'

/** Maximum number of attempts while the service reports that it is unavailable. */
const attemptsMax = 4

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
  request: Request,
  options: RequestOptions,
): Promise<string> {
  const { share, rng, injectorFor = injectorOf, twin } = options
  const key = twin?.key ?? (request.method !== 'GET' && rng.happens(0.6) ? newKey() : undefined)
  const outcomes: string[] = []
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    if (key === undefined || (attempt === 1 && twin?.isFirst !== false)) noteTry(simulation, request)
    const injector = injectorFor(planOf(rng, share))
    const answer = await faultInjectors.run(injector, () => send(simulation, request, key))
    const injected = injector.injected()
    outcomes.push(`${injected === undefined ? '' : `[${injected}] `}${outcomeOf(answer)}`)
    judge(simulation, request, answer, injected !== undefined)
    const quietly = <T>(work: () => Promise<T>): Promise<T> => faultInjectors.run(injectorFor(undefined), work)
    if (answer.status < 300 && key !== undefined && rng.happens(0.15))
      await quietly(() => repeat(simulation, request, key, answer))
    if (answer.status === 401 && attempt === 1) await quietly(() => renew(simulation, request.person))
    else if (answer.status !== 503 || rng.happens(0.3)) break
  }
  return outcomes.join(', ')
}

/** Repeats the request with its key: it must get the same response and have no effect. */
async function repeat(simulation: Simulation, request: Request, key: string, first: Answer): Promise<void> {
  const again = await send(simulation, request, key)
  if (again.isReplayed && again.status === first.status && isDeepStrictEqual(again.body, first.body)) return
  throw new Violation(
    `${request.method} ${request.path} answered ${first.status} ${first.raw}, and with the same key ${again.status} ${again.raw}`,
  )
}
