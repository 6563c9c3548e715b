import { setTimeout } from 'node:timers/promises'
import type { Machine } from './machine.ts'
import type { PatroniSet } from './set.ts'

/** A fault of the set. `strike` returns the function that repairs it; after that the set recovers on its own. */
export type Fault = {
  readonly name: string
  readonly gapMsMax: number
  strike(set: PatroniSet): Promise<Struck>
}
export type Struck = { readonly victim: Machine; mend(): Promise<void> }

/** As in docs/operate/files/patroni/patroni.yml. */
const ttlMs = 20_000
const plannedMsMax = 5_000
const lostMsMax = ttlMs + 5_000
/** A lost machine returns long after the others have taken over. */
const awayMs = 4_000

const nothing = async () => {}

/** Waits until another machine is the primary, and a little longer. */
async function untilReplaced(set: PatroniSet, victim: Machine): Promise<void> {
  while ((await set.primary()).name === victim.name) await setTimeout(100)
  await setTimeout(awayMs)
}

async function standby(set: PatroniSet): Promise<Machine> {
  const roles = await set.roles()
  return set.machines.find(({ name }) => roles[name]?.role === 'sync_standby') as Machine
}

export const faults: readonly Fault[] = [
  {
    name: 'planned switchover',
    gapMsMax: plannedMsMax,
    strike: async (set) => {
      const victim = await set.primary()
      await set.switchover()
      return { victim, mend: nothing }
    },
  },
  {
    name: 'PostgreSQL of the primary killed',
    gapMsMax: plannedMsMax,
    strike: async (set) => {
      const victim = await set.primary()
      victim.crash()
      return { victim, mend: () => untilReplaced(set, victim) }
    },
  },
  {
    name: 'machine of the primary lost',
    gapMsMax: lostMsMax,
    strike: async (set) => {
      const victim = await set.primary()
      await victim.kill()
      return { victim, mend: () => untilReplaced(set, victim).then(victim.start) }
    },
  },
  {
    name: 'machine of the primary hangs, and comes back',
    gapMsMax: lostMsMax,
    strike: async (set) => {
      const victim = await set.primary()
      victim.freeze()
      return { victim, mend: () => untilReplaced(set, victim).then(victim.wake) }
    },
  },
  {
    name: 'machine of the synchronous standby lost',
    gapMsMax: lostMsMax,
    strike: async (set) => {
      const victim = await standby(set)
      await victim.kill()
      return { victim, mend: () => setTimeout(awayMs).then(victim.start) }
    },
  },
  {
    name: 'machine of the synchronous standby hangs, and comes back',
    gapMsMax: lostMsMax,
    strike: async (set) => {
      const victim = await standby(set)
      victim.freeze()
      return { victim, mend: () => setTimeout(awayMs * 3).then(victim.wake) }
    },
  },
]
