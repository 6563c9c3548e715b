import { createHash } from 'node:crypto'
import { mustBeSettled, mustHold } from '../model/checker.ts'
import { type Request, Violation } from '../model/requests.ts'
import { readStatuses } from '../model/transitions.ts'
import { randomRequest, verbs } from '../model/verbs-all.ts'
import { count, pickedMost } from '../model/world.ts'
import { moveOn } from './clock.ts'
import { enders, standAtEnd } from './deadlines.ts'
import { concurrentCallsOf } from './interleave.ts'
import { jobsOf, runJob, runJobsUntilIdle, type SimulatedJob } from './jobs.ts'
import { newKey, performRequest, type RequestOptions } from './requests.ts'
import { openSimulation, type Simulation } from './simulation.ts'

export type Run = {
  readonly seed: number
  readonly steps: number
  /** Hash of all steps, their results and the final state; equal for every run of a seed. */
  readonly digest: string
  readonly seen: ReadonlyMap<string, number>
}

export type Options = {
  readonly seed: number
  readonly steps: number
  /** Steps between checks; after ten times as many, jobs run until nothing is left. */
  readonly checkEvery?: number
  /** Share of steps with a planned fault. */
  readonly faultShare?: number
  /** Called with each step. */
  readonly tell?: (line: string) => void
  /** Called before the first and after the last step, for tests that corrupt something. */
  readonly atStart?: (simulation: Simulation) => Promise<void>
  readonly atEnd?: (simulation: Simulation) => Promise<void>
}

/** A violated invariant with its seed, step and history. */
export class Broken extends Error {
  readonly step: number

  constructor(seed: number, step: number, last: readonly string[], cause: unknown) {
    super(`SEED=${seed}, step ${step}: ${cause instanceof Error ? cause.message : cause}\n${last.join('\n')}`, {
      cause,
    })
    this.step = step
  }
}

const linesShown = 30
const jobShare = 0.3
const concurrentShare = 0.08
/** Share of concurrent steps at a deadline; below, of those with a duplicate request. */
const endShare = 0.35
const twinShare = 0.25

/** Normalizes a history for comparison: waiting requests are polled more often on a busy machine. */
export const withoutInterleaving = (lines: string): string => lines.replace(/, in turns \w+/g, '')

/** Simulates the steps of a seed. */
export async function simulate(options: Options): Promise<Run> {
  const simulation = await openSimulation(options.seed)
  const digest = createHash('sha256')
  const last: string[] = []
  let step = 0
  const note = (line: string) => {
    digest.update(`${withoutInterleaving(line)}\n`)
    options.tell?.(line)
    last.push(line)
    if (last.length > linesShown) last.shift()
  }
  try {
    await options.atStart?.(simulation)
    const jobs = jobsOf(simulation)
    for (step = 1; step <= options.steps; step++) {
      moveOn(simulation.clock, simulation.rng)
      note(`${step} ${simulation.clock.at()} ${await stepOf(simulation, jobs, options.faultShare ?? 0.1)}`)
      await check(simulation, jobs, step, options)
    }
    note(JSON.stringify(await readStatuses(simulation.owner)))
    await options.atEnd?.(simulation)
  } catch (error) {
    throw new Broken(options.seed, step, last, error)
  } finally {
    await simulation.close()
  }
  return { seed: options.seed, steps: options.steps, digest: digest.digest('hex'), seen: simulation.seen }
}

type Doing = { readonly words: string; readonly run: (options: RequestOptions) => Promise<string> }

async function stepOf(simulation: Simulation, jobs: readonly SimulatedJob[], share: number): Promise<string> {
  const { rng } = simulation
  if (rng.happens(concurrentShare)) return concurrentStep(simulation, jobs, share)
  const { words, run } = rng.happens(jobShare)
    ? runRandomJob(rng.one(jobs) as SimulatedJob)
    : await sendRandomRequest(simulation)
  return `${words}: ${await run({ share, rng })}`
}

const runRandomJob = (job: SimulatedJob): Doing => ({ words: job.name, run: (options) => runJob(job, options) })

async function sendRandomRequest(
  simulation: Simulation,
  isWanted: (request: Request) => boolean = () => true,
): Promise<Doing> {
  const [verb, request] = await randomRequest(simulation, simulation.rng, verbs, isWanted)
  if (!request) return { words: verb, run: async () => 'nothing to do' }
  const run = async (options: RequestOptions) => {
    const outcome = await performRequest(simulation, request, options)
    count(
      simulation.seen,
      `${verb}: ${outcome
        .replace(/\[.*?\] /g, '')
        .split(', ')
        .at(-1)}`,
    )
    return outcome
  }
  return { words: `${verb} by ${request.person.name} at ${shortened(request.path)}`, run }
}

/** Two or more concurrent requests, mostly about the same records, interleaved between their statements. */
async function concurrentStep(simulation: Simulation, jobs: readonly SimulatedJob[], share: number): Promise<string> {
  const { rng, picked, owner } = simulation
  picked.most = 1 + rng.whole(3)
  const requests: Doing[] = []
  const size = 2 + rng.whole(4)
  const isEnd = rng.happens(endShare) && (await standAtEnd(simulation, rng))
  const met = jobs.filter(({ isAlone, name }) => (isEnd ? enders.includes(name) : !isAlone))
  while (requests.length < size)
    requests.push(
      rng.happens(0.25)
        ? runRandomJob(rng.one(met) as SimulatedJob)
        : await sendRandomRequest(simulation, ({ form }) => !form),
    )
  picked.most = pickedMost
  const concurrent = concurrentCallsOf(rng, owner)
  const twins = rng.happens(twinShare) ? newKey() : undefined
  if (twins !== undefined) requests[1] = requests[0] as Doing
  const all = requests.map(({ run }, index) => {
    const twin = twins !== undefined && index < 2 ? { twin: { key: twins, isFirst: index === 0 } } : {}
    const doing = run({ share, rng: rng.fork(), injectorFor: concurrent.injectorFor(index), ...twin })
    return doing.finally(() => concurrent.leave(index))
  })
  // Waits for all of them even after a failure, because they hold connections.
  const done = Promise.allSettled(all)
  const order = await concurrent.run(done)
  const outcomes = await done
  const lines = requests.map(({ words }, index) => `\n    ${words}: ${textOf(outcomes[index])}`)
  const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw new Violation(`${lines.join('')}\n${failed.reason?.message}`, { cause: failed.reason })
  return `at once at ${simulation.clock.at()}, in turns ${order}${lines.join('')}`
}

const textOf = (outcome: PromiseSettledResult<string> | undefined): string =>
  outcome?.status === 'fulfilled' ? outcome.value : 'a violation'

/** Removes random names from the log. */
const shortened = (path: string): string => path.replace(/ex_\w+/, 'ex_…')

async function check(
  simulation: Simulation,
  jobs: readonly SimulatedJob[],
  step: number,
  options: Options,
): Promise<void> {
  const { checkEvery = 50 } = options
  if (step % checkEvery !== 0 && step !== options.steps) return
  await mustHold(simulation, simulation.outside)
  if (step % (checkEvery * 10) !== 0 && step !== options.steps) return
  await runJobsUntilIdle(jobs, simulation.rng)
  await mustBeSettled(simulation, simulation.outside)
}
