import { sendMails } from '../../server/platform/mail/sending.ts'
import { createDeliveryWorker } from '../../server/webhooks/deliveries/actions-deliver.ts'
import { ownSchedule, schedule } from '../../server/worker.ts'
import { Violation } from '../model/requests.ts'
import type { Rng } from '../properties/rng.ts'
import { faultInjectors, injectorOf, type Plan, planOf } from './faults.ts'
import type { RequestOptions } from './requests.ts'
import type { Simulation } from './simulation.ts'

/** A background job; it runs at random instead of by its timer. */
export type SimulatedJob = {
  readonly name: string
  readonly run: () => Promise<number>
  /** It retries for seconds while the database is unavailable. */
  readonly isPatient?: boolean
  /** It waits for files or the machine's clock, so its interleaving would not be reproducible. */
  readonly isAlone?: boolean
}

const alone = ['sweep unfinished uploads', 'sweep orphaned files', 'check for fraud']
const deliveriesMost = 60

/** Returns the program's jobs. Two of them send to the simulated external systems. */
export function jobsOf(simulation: Simulation): readonly SimulatedJob[] {
  const { ctx, logger, thirdParties } = simulation
  const deliveryWorker = createDeliveryWorker(ctx, {
    log: logger,
    attemptsMax: 1,
    outgoing: thirdParties.outgoing,
    random: thirdParties.random,
  })
  const deliver = async () => {
    let sent = 0
    for (let more = 1; more > 0 && sent < deliveriesMost; sent += more) {
      more = await deliveryWorker.deliver()
      await deliveryWorker.idle()
    }
    return sent
  }
  return [...ownSchedule, ...schedule].map(({ name, run }): SimulatedJob => {
    if (name === 'send deliveries') return { name, run: deliver, isPatient: true, isAlone: true }
    // The number of counter rows depends on which requests coincided by the machine's clock.
    if (name === 'purge rate limits') return { name, run: async () => Math.sign(await run(ctx, logger)) }
    if (name === 'send mails') return { name, run: () => sendMails(ctx, logger, thirdParties.post) }
    return { name, run: () => run(ctx, logger), isAlone: alone.includes(name) }
  })
}

/** Runs a job once. It may fail only if a fault was injected. */
export async function runJob(
  job: SimulatedJob,
  { rng, share, injectorFor = injectorOf }: RequestOptions,
): Promise<string> {
  const injector = injectorFor(milder(job, planOf(rng, share)))
  try {
    const done = await faultInjectors.run(injector, job.run)
    return `${injector.injected() === undefined ? '' : `[${injector.injected()}] `}${done}`
  } catch (error) {
    if (injector.injected() === undefined) throw new Violation(`the job "${job.name}" failed`, { cause: error })
    return `[${injector.injected()}] failed`
  }
}

const milder = ({ isPatient }: SimulatedJob, plan: Plan | undefined): Plan | undefined =>
  plan && isPatient ? { ...plan, isLasting: false } : plan

const roundsMax = 40

/** Runs every job until none has anything left to do. */
export async function runJobsUntilIdle(jobs: readonly SimulatedJob[], rng: Rng): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    let done = 0
    for (const job of jobs) done += Number(await runJob(job, { rng, share: 0 }))
    if (done === 0) return
  }
}
