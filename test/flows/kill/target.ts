import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../../server/platform/clock.ts'
import { type Database, openDatabase } from '../../../server/platform/database/db.ts'
import { isSettled, mustBeSettled } from '../../model/checker.ts'
import type { Asked } from '../../model/messages.ts'
import { ask, openTrade, steady, type Trade } from '../../model/trade.ts'
import type { Acknowledged } from '../../model/world.ts'
import type { Answer, Client } from '../../support/client.ts'
import type { Ends } from '../../support/embedded-postgres/fixtures.ts'
import type { Program, TestInstallation } from '../../support/program.ts'
import { asOwnerOf } from '../upgrade/version.ts'

/** A market in its own process. */
export type Target = {
  readonly installation: TestInstallation
  readonly program: Program
}

export async function targetIn(installation: TestInstallation, port: number): Promise<Target> {
  return { installation, program: await installation.serve(port) }
}

const pauseMs = 50
/** Usually one second, many times as much on a busy machine. */
const recoveryMsMax = 90_000

type Request = () => Promise<Answer | undefined>

const isGood = (answer: Answer | undefined): boolean => answer !== undefined && answer.status < 300

/** Returns how long it takes until reads and writes succeed again, in milliseconds. */
export async function recovery({ program }: Target, read: Request, write: Request): Promise<number> {
  const passed = stopwatch()
  while (!isGood(await read()) || !isGood(await write())) {
    assert.ok(program.isRunning(), `the program has ended: ${program.output().slice(-2_000)}`)
    assert.ok(passed() < recoveryMsMax, `nothing works after ${passed()} ms: ${program.output().slice(-2_000)}`)
    await setTimeout(pauseMs)
  }
  return passed()
}

/** Opens a trade on the program. */
export async function tradeOn(t: Ends, target: Target, seed: number, isDisturbed = true): Promise<Trade> {
  const owner = await ownerOf(t, target)
  const nodes = [steady(target.program.url)]
  return target.installation.within(target.program.url, ({ ctx }) =>
    openTrade({ ctx, owner, nodes, seed, isDisturbed }),
  )
}

/** Moves a trade to a restored program, with what was acknowledged to it. */
export async function atTarget(t: Ends, trade: Trade, target: Target, acknowledged: Acknowledged): Promise<Trade> {
  const node = steady(target.program.url)
  const world = { ...trade.world, acknowledged, owner: await ownerOf(t, target), publicUrl: node.url }
  const reads = [(asked: Asked) => ask(node.url, asked)]
  return { ...trade, nodes: [node], world: { ...world, reads }, outcomes: new Map() }
}

async function ownerOf(t: Ends, { installation }: Target): Promise<Database> {
  const { url } = await asOwnerOf(installation, async (owner) => owner)
  const owner = openDatabase({ url, connectionsMax: 4 })
  t.after(() => owner.close())
  return owner
}

const settleMsMax = 60_000

/** Asserts that everything acknowledged is there and right, once the jobs have nothing left to do. */
export async function mustBeWhole({ world, wrong }: Trade, { dataDir }: TestInstallation): Promise<void> {
  assert.deepEqual(wrong, [])
  for (const passed = stopwatch(); passed() < settleMsMax && !(await isSettled(world)); ) await setTimeout(pauseMs)
  await mustBeSettled(world, { filesAt: join(dataDir, 'uploads'), isDoubtful: () => true, events: new Set() })
}

/** Returns the price of an untargeted task with a reward of 1 USD. */
export const taskPrice = async (client: Client): Promise<number> => {
  const { body } = await client.get('/api/advertiser/offers/prices')
  const price = body.find(({ code }: { code: string }) => code === 'survey.external')
  assert.equal(price?.rewardPerAction, 1)
  return price.id
}
