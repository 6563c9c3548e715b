import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Ctx } from '../../server/platform/database/ctx.ts'
import type { Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Rng } from '../properties/rng.ts'
import type { Answer, Asked } from './messages.ts'
import { answerOf, judge, noteTry, outcomeOf, type Request, writtenOut } from './requests.ts'
import { watchTransitions } from './transitions.ts'
import type { WeightedVerb } from './verbs.ts'
import { randomRequest, tradeVerbs } from './verbs-all.ts'
import { count, createPeople, nothingAcknowledged, pickedMost, priceIn, type World } from './world.ts'

/** A node as clients reach it. */
export type Node = {
  readonly url: string
  /** Starts observing. The returned function tells whether a request since must have been answered. */
  watch(): () => boolean
}

/** Clients that trade over HTTP. Each request is repeated with its key, at either node, until its outcome is known. */
export type Trade = {
  readonly world: World
  readonly nodes: readonly Node[]
  readonly verbs?: readonly WeightedVerb[]
  /** Pause between requests, in milliseconds. */
  readonly thinkMs: number
  /** Whether a 503 is allowed. */
  readonly isDisturbed: boolean
  /** Number of each outcome. */
  readonly outcomes: Map<string, number>
  /** What must never occur: a wrong answer, or none over a healthy connection. */
  readonly wrong: string[]
  /** Called before each attempt. */
  onRequest?(): void
}

const pauseMs = 60
/** Maximum time for an answer over a healthy connection; below, for the outcome. */
const answerMsMax = 20_000
const outcomeMsMax = 180_000

/** Sends a request once. */
export async function ask(url: string, asked: Asked, key?: string): Promise<Answer> {
  const { headers, payload } = writtenOut(asked, key)
  const signal = AbortSignal.timeout(answerMsMax)
  const body = payload instanceof Buffer ? new Uint8Array(payload) : (payload ?? null)
  const response = await fetch(url + asked.path, { method: asked.method, headers, body, signal })
  return answerOf(response.status, await response.text(), response.headers.get('idempotency-replayed'))
}

/** Lets clients trade until it is over. Each finishes its current request. */
export async function runTrade(trade: Trade, rng: Rng, clients: number, isOver: () => boolean): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const own = rng.fork()
      while (!isOver()) {
        await tradeOnce(trade, own)
        await setTimeout(trade.thinkMs)
      }
    }),
  )
}

/** Sends a random request. Returns its verb and the answer, if there was something to do. */
export async function tradeOnce(
  trade: Trade,
  rng: Rng,
): Promise<{ readonly verb: string; readonly answer: Answer } | undefined> {
  // The database, which is asked for what may be requested, may be away.
  const [verb, request] = await randomRequest(trade.world, rng, trade.verbs ?? tradeVerbs).catch((error: unknown) => {
    if (!trade.isDisturbed) throw error
    return ['', undefined] as const
  })
  return request && { verb, answer: await carryOut(trade, request, rng) }
}

/** Repeats a request until its outcome is known, and records what it acknowledges. */
export async function carryOut(trade: Trade, request: Request, rng: Rng): Promise<Answer> {
  const { world, wrong, isDisturbed } = trade
  noteTry(world, request)
  const [key, late] = [request.method === 'GET' ? undefined : randomUUID(), AbortSignal.timeout(outcomeMsMax)]
  while (!late.aborted) {
    const answer = await attempt(trade, request, key, rng.one(trade.nodes) as Node)
    try {
      if (answer) judge(world, request, answer, isDisturbed)
    } catch (error) {
      wrong.push((error as Error).message)
    }
    const isUnknown = !answer || answer.status >= 500 || answer.body['code'] === 'idempotency_key_in_progress'
    if (!isUnknown) {
      if (answer.status >= 400) noteTry(world, request, -1)
      return answer
    }
    await setTimeout(pauseMs)
  }
  throw new Error(`${request.method} ${request.path} has no outcome: ${wrong.join('; ')}`)
}

async function attempt(
  { outcomes, wrong, onRequest }: Trade,
  request: Request,
  key: string | undefined,
  node: Node,
): Promise<Answer | undefined> {
  const mustAnswer = node.watch()
  onRequest?.()
  try {
    const answer = await ask(node.url, request, key)
    count(outcomes, outcomeOf(answer))
    return answer
  } catch (error) {
    count(outcomes, 'no answer')
    if (mustAnswer())
      wrong.push(`${request.method} ${request.path}: no answer, though nothing had failed: ${(error as Error).cause}`)
    return undefined
  }
}

/** A node that is always there. */
export const steady = (url: string): Node => ({ url, watch: () => () => true })

type Opening = Pick<Trade, 'nodes'> &
  Partial<Omit<Trade, 'world' | 'outcomes' | 'wrong'>> & {
    readonly ctx: Ctx
    readonly owner: Db
    readonly seed: number
    /** Number of advertisers, executors and operators. */
    readonly counts?: readonly [number, number, number]
  }

const funds = 1_000

/** Creates people who trade. The database records each change of a status from now on. */
export async function openTrade({ ctx, owner, nodes, seed, counts = [3, 8, 2], ...rest }: Opening): Promise<Trade> {
  const people = await createPeople(ctx, counts, funds)
  await watchTransitions(owner)
  const reads = nodes.map(
    ({ url }) =>
      (asked: Asked) =>
        ask(url, asked),
  )
  const before = await owner.one<Record<string, number>>(sql`
    select (select count(*) from deposits) as deposits, (select count(*) from offers) as offers`)
  const acknowledged = nothingAcknowledged(before)
  const { publicUrl } = ctx.config
  const given = { seed, owner, publicUrl, price: await priceIn(owner), acknowledged, picked: { most: pickedMost } }
  return {
    thinkMs: 0,
    isDisturbed: false,
    ...rest,
    nodes,
    world: { ...people, ...given, reads },
    outcomes: new Map(),
    wrong: [],
  }
}

/** Lets clients trade in the background. `end` resolves when each has finished its current request. */
export function startTrade(
  trade: Trade,
  rng: Rng,
  clients: number,
): { more(answers: number): Promise<void>; end(): Promise<void> } {
  let isOver = false
  const running = runTrade(trade, rng, clients, () => isOver)
  // An error is reported to those who wait.
  running.catch(() => {
    isOver = true
  })
  const answered = () => [...trade.outcomes.values()].reduce((sum, each) => sum + each, 0)
  return {
    more: async (answers) => {
      const enough = answered() + answers
      while (answered() < enough && !isOver) await setTimeout(pauseMs)
      if (isOver) await running
    },
    end: () => {
      isOver = true
      return running
    },
  }
}
