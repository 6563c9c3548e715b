import { setTimeout } from 'node:timers/promises'
import { openInstallation } from '../../server/commands/installation.ts'
import { type Clock, createClock } from '../../server/platform/clock.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openDatabase } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import { allKinds } from '../../server/webhooks/events/event.ts'
import { isSettled, mustBeSettled } from '../model/checker.ts'
import { eventsOf, receivedIds, wrongDeliveries } from '../model/deliveries.ts'
import { ask, type Node, openTrade, type Trade } from '../model/trade.ts'
import type { Ends } from '../support/embedded-postgres/fixtures.ts'
import type { Receiver } from '../support/fakes/receiver.ts'

/** Where the programs of a market are, and what they use. */
export type Place = {
  readonly nodes: readonly Node[]
  /** Settings of a program that acts as the owner of the database. */
  settings(): Readonly<Record<string, string>>
  readonly receiver: Receiver
  /** The address of the receiver for the nodes. */
  readonly hooks: string
  readonly dataDir: string
  readonly seed: number
  readonly thinkMs: number
}

/** A trade on running programs, with an endpoint for each advertiser. */
export type Bench = {
  readonly trade: Trade
  /** The clock of the market. */
  readonly clock: Clock
  /** Waits until nothing is pending, and returns what is wrong then. */
  examine(): Promise<string[]>
}

export async function openBench(t: Ends, place: Place): Promise<Bench> {
  const { nodes, settings, receiver, hooks, dataDir, seed, thinkMs } = place
  const [clock, { ctx, close }] = [createClock(), await openInstallation(readConfig(settings()))]
  const owner = openDatabase({ url: settings()['DATABASE_URL'] ?? '', connectionsMax: 4, clock })
  t.after(() => owner.close())
  const trade = await openTrade({ ctx, owner, nodes, seed, thinkMs, isDisturbed: true }).finally(close)
  const { world } = trade
  const secrets = new Map<number, string>()
  for (const person of world.advertisers) {
    const body = { url: `${hooks}/${person.id}`, events: allKinds }
    const asked = { person, credential: 'key', method: 'POST', path: '/v1/webhooks', body } as const
    secrets.set(person.id, String((await ask(nodes[0]?.url ?? '', asked)).body['secret']))
  }
  const outsideNow = () => ({
    filesAt: `${dataDir}/uploads`,
    isDoubtful: () => true,
    events: receivedIds(receiver.received),
  })
  const examine = async () => {
    await settled(trade)
    const wrong = [...trade.wrong]
    await mustBeSettled(world, outsideNow()).catch((error: Error) => wrong.push(error.message))
    return [...wrong, ...wrongDeliveries(receiver.received, secrets, await eventsOf(world, [...secrets.keys()]))]
  }
  return { trade, clock, examine }
}

/** A delivery claimed by a killed program waits for its lease of 30 seconds, then for a worker. */
const settleMsMax = 75_000
const pauseMs = 200

/** Waits until nothing is pending; what still is then is reported by the checker. */
async function settled({ world }: Trade): Promise<void> {
  const pending = sql`
    select exists (select from deliveries where due_at is not null)
      or exists (select from clearings where cleared_at is null) as is_pending`
  for (const late = AbortSignal.timeout(settleMsMax); !late.aborted; await setTimeout(pauseMs)) {
    const { isPending } = await world.owner.one<{ isPending: boolean }>(pending)
    if (!isPending && (await isSettled(world))) return
  }
}
