import { sendMails } from '../../server/platform/mail/sending.ts'
import { createDeliveryWorker } from '../../server/webhooks/deliveries/actions-deliver.ts'
import { ownSchedule, schedule } from '../../server/worker.ts'
import type { Rng } from '../laws/rng.ts'
import { type Manner, Violation } from './call.ts'
import { type Plan, passageOf, passages, planOf } from './faults.ts'
import type { Simulation } from './simulation.ts'

/** What happens by itself; each as often as chance has it, and not as its timer would. */
export type Timer = {
  readonly name: string
  readonly run: () => Promise<number>
  /** It tries again by itself for seconds where the database stays away. */
  readonly isPatient?: boolean
  /** It waits for files or clocks of the machine, so that nobody could say when it is its turn. */
  readonly isAlone?: boolean
}

const alone = ['sweep unfinished uploads', 'sweep files of no proof', 'works to examine']
const deliveriesMost = 60

/** The schedule of the program. Of two jobs the way out leads to the simulation's own outside. */
export function timersOf(simulation: Simulation): readonly Timer[] {
  const { ctx, logger, outside } = simulation
  const courier = createDeliveryWorker(ctx, {
    log: logger,
    underWayMax: 1,
    outgoing: outside.outgoing,
    chance: outside.luck,
  })
  const deliver = async () => {
    let sent = 0
    for (let more = 1; more > 0 && sent < deliveriesMost; sent += more) {
      more = await courier.deliver()
      await courier.idle()
    }
    return sent
  }
  return [...ownSchedule, ...schedule].map(({ name, run }): Timer => {
    if (name === 'deliveries to send') return { name, run: deliver, isPatient: true, isAlone: true }
    // How many rows requests were counted in depends on which of them met, by the clock of this machine.
    if (name === 'purge of counted requests') return { name, run: async () => Math.sign(await run(ctx, logger)) }
    if (name === 'mails to send') return { name, run: () => sendMails(ctx, logger, outside.post) }
    return { name, run: () => run(ctx, logger), isAlone: alone.includes(name) }
  })
}

/** One turn of a job. Where a fault met it, it may fail; else it must not. */
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

/** Runs every job until none of them finds anything to do. */
export async function settle(timers: readonly Timer[], rng: Rng): Promise<void> {
  for (let round = 0; round < roundsMost; round++) {
    let done = 0
    for (const timer of timers) done += Number(await turn(timer, { rng, share: 0 }))
    if (done === 0) return
  }
}
