import { createHash } from 'node:crypto'
import { type Ask, type Manner, newKey, perform, Violation } from './ask.ts'
import { mustBeSettled, mustHold } from './checker.ts'
import { moveOn } from './clock.ts'
import { enders, standAtEnd } from './ends.ts'
import { crowdOf } from './interleave.ts'
import { standings } from './moves.ts'
import { settle, type Timer, timersOf, turn } from './timers.ts'
import { type Lot, offerVerbs } from './verbs.ts'
import { moneyVerbs } from './verbs-money.ts'
import { workVerbs } from './verbs-work.ts'
import { count, openWorld, pickedMost, type World } from './world.ts'

export type Run = {
  readonly seed: number
  readonly steps: number
  /** The same for every run of a seed: of all steps, with what came of them, and of where everything stood at the end. */
  readonly digest: string
  readonly seen: ReadonlyMap<string, number>
}

export type Options = {
  readonly seed: number
  readonly steps: number
  /** Everything is checked after so many steps; after ten times as many, jobs run until nothing is left to do. */
  readonly checkEvery?: number
  /** Steps which a fault is planned for. */
  readonly faultShare?: number
  /** Told of each step. */
  readonly tell?: (line: string) => void
  /** Before the first step and after the last one: for tests that break something. */
  readonly atStart?: (world: World) => Promise<void>
  readonly atEnd?: (world: World) => Promise<void>
}

/** A run that came to something that must never be: with its seed, its step, and how it came there. */
export class Broken extends Error {
  readonly step: number

  constructor(seed: number, step: number, last: readonly string[], cause: unknown) {
    super(`SEED=${seed}, step ${step}: ${cause instanceof Error ? cause.message : cause}\n${last.join('\n')}`, {
      cause,
    })
    this.step = step
  }
}

const lastShown = 30
const jobShare = 0.3
const crowdShare = 0.08
/** Of crowds, those who meet at the instant at which something ends; and those in which one request comes twice at once with the same key. */
const endShare = 0.35
const twinShare = 0.25

const lots = (verbs: readonly Lot[]): Lot[] =>
  verbs.flatMap((lot) => Array.from({ length: Math.round(lot[1] * 2) }, () => lot))
const all = lots([...offerVerbs, ...workVerbs, ...moneyVerbs])

/** Lines of a history that can be compared: on a busy machine who waits is asked more often, and that is no other history. */
export const withoutTurns = (lines: string): string => lines.replace(/, in turns \w+/g, '')

/** Lives through so many steps of a seed. */
export async function simulate(options: Options): Promise<Run> {
  const world = await openWorld(options.seed)
  const digest = createHash('sha256')
  const last: string[] = []
  let step = 0
  const note = (line: string) => {
    digest.update(`${withoutTurns(line)}\n`)
    options.tell?.(line)
    last.push(line)
    if (last.length > lastShown) last.shift()
  }
  try {
    await options.atStart?.(world)
    const timers = timersOf(world)
    for (step = 1; step <= options.steps; step++) {
      moveOn(world.clock, world.rng)
      note(`${step} ${world.clock.at()} ${await stepOf(world, timers, options.faultShare ?? 0.1)}`)
      await check(world, timers, step, options)
    }
    note(JSON.stringify(await standings(world.owner)))
    await options.atEnd?.(world)
  } catch (error) {
    throw new Broken(options.seed, step, last, error)
  } finally {
    await world.close()
  }
  return { seed: options.seed, steps: options.steps, digest: digest.digest('hex'), seen: world.seen }
}

type Doing = { readonly words: string; readonly run: (manner: Manner) => Promise<string> }

async function stepOf(world: World, timers: readonly Timer[], share: number): Promise<string> {
  const { rng } = world
  if (rng.happens(crowdShare)) return crowdStep(world, timers, share)
  const { words, run } = rng.happens(jobShare) ? doTimer(rng.one(timers) as Timer) : await doVerb(world)
  return `${words}: ${await run({ share, rng })}`
}

const doTimer = (timer: Timer): Doing => ({ words: timer.name, run: (manner) => turn(timer, manner) })

async function doVerb(world: World, isWanted: (ask: Ask) => boolean = () => true): Promise<Doing> {
  const [verb, ask] = await wish(world, isWanted)
  if (!ask) return { words: verb, run: async () => 'nothing to do' }
  const run = async (manner: Manner) => {
    const outcome = await perform(world, ask, manner)
    count(
      world.seen,
      `${verb}: ${outcome
        .replace(/\[.*?\] /g, '')
        .split(', ')
        .at(-1)}`,
    )
    return outcome
  }
  return { words: `${verb} by ${ask.who.name} at ${shortened(ask.path)}`, run }
}

/** Two or more do something at once, mostly to the same records, and go on in turns between their statements. */
async function crowdStep(world: World, timers: readonly Timer[], share: number): Promise<string> {
  const { rng, picked, owner } = world
  picked.most = 1 + rng.whole(3)
  const doings: Doing[] = []
  const size = 2 + rng.whole(4)
  const isEnd = rng.happens(endShare) && (await standAtEnd(world, rng))
  const met = timers.filter(({ isAlone, name }) => (isEnd ? enders.includes(name) : !isAlone))
  while (doings.length < size)
    doings.push(rng.happens(0.25) ? doTimer(rng.one(met) as Timer) : await doVerb(world, ({ form }) => !form))
  picked.most = pickedMost
  const crowd = crowdOf(rng, owner)
  const twins = rng.happens(twinShare) ? newKey() : undefined
  if (twins !== undefined) doings[1] = doings[0] as Doing
  const all = doings.map(({ run }, place) => {
    const twin = twins !== undefined && place < 2 ? { twin: { key: twins, isFirst: place === 0 } } : {}
    const doing = run({ share, rng: rng.fork(), passageFor: crowd.passageFor(place), ...twin })
    return doing.finally(() => crowd.leave(place))
  })
  // Whatever comes of one of them, the others go on to their ends: they hold connections.
  const done = Promise.allSettled(all)
  const order = await crowd.run(done)
  const outcomes = await done
  const told = doings.map(({ words }, place) => `\n    ${words}: ${textOf(outcomes[place])}`)
  const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw new Violation(`${told.join('')}\n${failed.reason?.message}`, { cause: failed.reason })
  return `at once at ${world.clock.at()}, in turns ${order}${told.join('')}`
}

const textOf = (outcome: PromiseSettledResult<string> | undefined): string =>
  outcome?.status === 'fulfilled' ? outcome.value : 'a violation'

const wishesMost = 5

/** What somebody asks for next. Mostly there is something to do; in an empty market there is not. */
async function wish(world: World, isWanted: (ask: Ask) => boolean): Promise<[string, Ask | undefined]> {
  for (let place = 1; ; place++) {
    const [name, , verb] = world.rng.one(all) as Lot
    const asked = await verb(world, world.rng)
    if (asked && isWanted(asked)) return [name, asked]
    if (place === wishesMost) return [name, undefined]
  }
}

/** Names that are random stand in no log. */
const shortened = (path: string): string => path.replace(/ex_\w+/, 'ex_…')

async function check(world: World, timers: readonly Timer[], step: number, options: Options): Promise<void> {
  const { checkEvery = 50 } = options
  if (step % checkEvery !== 0 && step !== options.steps) return
  await mustHold(world)
  if (step % (checkEvery * 10) !== 0 && step !== options.steps) return
  await settle(timers, world.rng)
  await mustBeSettled(world)
}
