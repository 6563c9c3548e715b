import { sendMails } from '../../server/platform/mail/sending.ts'
import { createDeliveryWorker } from '../../server/webhooks/deliveries/actions-deliver.ts'
import { ownSchedule, schedule } from '../../server/worker.ts'
import type { Rng } from '../properties/rng.ts'
import { type Plan, passageOf, passages, planOf } from './faults.ts'
import { type Manner, Violation } from './requests.ts'
import type { Simulation } from './simulation.ts'

/** A background job; it runs at random instead of by its timer. */
export type Timer = {
  readonly name: string
  readonly run: () => Promise<number>
  /** It retries for seconds while the database is unavailable. */
  readonly isPatient?: boolean
  /** It waits for files or the machine's clock, so its interleaving would not be reproducible. */
  readonly isAlone?: boolean
}

const alone = ['sweep unfinished uploads', 'sweep files of no proof', 'works to examine']
const deliveriesMost = 60

/** Returns the program's jobs. Two of them send to the simulated external systems. */
export function timersOf(simulation: Simulation): readonly Timer[] {
  const { ctx, logger, outside } = simulation
  const deliveryWorker = createDeliveryWorker(ctx, {
    log: logger,
    underWayMax: 1,
    outgoing: outside.outgoing,
    chance: outside.luck,
  })
  const deliver = async () => {
    let sent = 0
    for (let more = 1; more > 0 && sent < deliveriesMost; sent += more) {
      more = await deliveryWorker.deliver()
      await deliveryWorker.idle()
    }
    return sent
  }
  return [...ownSchedule, ...schedule].map(({ name, run }): Timer => {
    if (name === 'deliveries to send') return { name, run: deliver, isPatient: true, isAlone: true }
    // The number of counter rows depends on which requests coincided by the machine's clock.
    if (name === 'purge of counted requests') return { name, run: async () => Math.sign(await run(ctx, logger)) }
    if (name === 'mails to send') return { name, run: () => sendMails(ctx, logger, outside.post) }
    return { name, run: () => run(ctx, logger), isAlone: alone.includes(name) }
  })
}

/** Runs a job once. It may fail only if a fault was injected. */
export async function turn(timer: Timer, { rng, share, passageFor = passageOf }: Manner): Promise<string> {
  const passage = passageFor(milder(timer, planOf(rng, share)))
  try {
    const done = await passages.run(passage, timer.run)
    return `${passage.hit() === undefined ? '' : `[${passage.hit()}] `}${done}`
  } catch (error) {
    if (passage.hit() === undefined) throw new Violation(`the job "${timer.name}" failed`, { cause: error })
    return `[${passage.hit()}] failed`
  }
}

const milder = ({ isPatient }: Timer, plan: Plan | undefined): Plan | undefined =>
  plan && isPatient ? { ...plan, isLasting: false } : plan

const roundsMost = 40

/** Runs every job until none has anything left to do. */
export async function settle(timers: readonly Timer[], rng: Rng): Promise<void> {
  for (let round = 0; round < roundsMost; round++) {
    let done = 0
    for (const timer of timers) done += Number(await turn(timer, { rng, share: 0 }))
    if (done === 0) return
  }
}
