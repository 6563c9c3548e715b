import { createHash } from 'node:crypto'
import { type Ask, perform } from './ask.ts'
import { mustBeSettled, mustHold } from './checker.ts'
import { moveOn } from './clock.ts'
import { standings } from './moves.ts'
import { settle, type Timer, timersOf, turn } from './timers.ts'
import { type Lot, offerVerbs } from './verbs.ts'
import { moneyVerbs } from './verbs-money.ts'
import { workVerbs } from './verbs-work.ts'
import { count, openWorld, type World } from './world.ts'

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

const lots = (verbs: readonly Lot[]): Lot[] =>
  verbs.flatMap((lot) => Array.from({ length: Math.round(lot[1] * 2) }, () => lot))
const all = lots([...offerVerbs, ...workVerbs, ...moneyVerbs])

/** Lives through so many steps of a seed. */
export async function simulate(options: Options): Promise<Run> {
  const world = await openWorld(options.seed)
  const digest = createHash('sha256')
  const last: string[] = []
  let step = 0
  const note = (line: string) => {
    digest.update(`${line}\n`)
    last.push(line)
    if (last.length > lastShown) last.shift()
  }
  try {
    await options.atStart?.(world)
    const timers = timersOf(world)
    for (step = 1; step <= options.steps; step++) {
      moveOn(world.clock, world.chance)
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

async function stepOf(world: World, timers: readonly Timer[], share: number): Promise<string> {
  const { chance, seen } = world
  if (chance.happens(jobShare)) {
    const timer = chance.one(timers) as Timer
    return `${timer.name}: ${await turn(timer, chance, share)}`
  }
  const [verb, asked] = await wish(world)
  if (!asked) return `${verb}: nothing to do`
  const outcome = await perform(world, asked, share)
  count(
    seen,
    `${verb}: ${outcome
      .replace(/\[.*?\] /g, '')
      .split(', ')
      .at(-1)}`,
  )
  return `${verb} by ${asked.who.name} at ${shortened(asked.path)}: ${outcome}`
}

const wishesMost = 5

/** What somebody asks for next. Mostly there is something to do; in an empty market there is not. */
async function wish(world: World): Promise<[string, Ask | undefined]> {
  for (let place = 1; ; place++) {
    const [name, , verb] = world.chance.one(all) as Lot
    const asked = await verb(world, world.chance)
    if (asked || place === wishesMost) return [name, asked]
  }
}

/** Names that are random stand in no log. */
const shortened = (path: string): string => path.replace(/ex_\w+/, 'ex_…')

async function check(world: World, timers: readonly Timer[], step: number, options: Options): Promise<void> {
  const { checkEvery = 50 } = options
  if (step % checkEvery !== 0 && step !== options.steps) return
  await mustHold(world)
  if (step % (checkEvery * 10) !== 0 && step !== options.steps) return
  await settle(timers, world.chance)
  await mustBeSettled(world)
}
