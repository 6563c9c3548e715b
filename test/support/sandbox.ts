import assert from 'node:assert/strict'
import { createKey } from '../../server/accounts/actions.ts'
import { createGate } from '../../server/commands/sandbox/gate.ts'
import { openSandboxHost, type SandboxHost } from '../../server/commands/sandbox/host.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { databaseIn, onDatabaseServer } from '../../server/platform/database/databases.ts'
import type { SandboxAddress, SandboxGate } from '../../server/sandbox/sandbox.ts'
import type { Client } from './client.ts'
import { asOwner } from './database.ts'
import type { Person } from './fixtures.ts'
import { type Market, type MarketOfGate, type MarketOptions, type OwnMarket, openMarket } from './market.ts'

export const liveOf = ({ databaseUrl }: Pick<MarketOfGate, 'databaseUrl'>) => ({
  url: databaseUrl,
  directUrl: asOwner(databaseUrl),
})

/** Drops the databases that the sandboxes of a market have left. */
const dropAll = (of: MarketOfGate) =>
  onDatabaseServer(asOwner(of.databaseUrl), async (server) => {
    const all = await server.list(`${databaseIn(of.databaseUrl)}_sandbox_`)
    for (const { name } of all) await server.drop(name)
  })

/** Sandboxes in the process of the test. */
const gateHere = (of: MarketOfGate): SandboxGate => {
  let host: Promise<SandboxHost> | undefined
  return {
    open: () => {
      host ??= openSandboxHost({ live: liveOf(of), ctx: of.ctx, logger: of.logger })
      return host
    },
    close: async () => {
      await (await host)?.close()
      await dropAll(of)
    },
  }
}

/** Sandboxes in a process of their own, as in production. */
const gateToChild = (of: MarketOfGate): SandboxGate => {
  const { secretKey } = of.ctx
  // The options of a test are no settings, and functions cannot be sent.
  const settings = Object.entries(of.ctx.config).filter(([, value]) => typeof value !== 'function')
  const config = Object.fromEntries(settings) as Config
  const gate = createGate({ config, secretKey, live: liveOf(of) }, of.logger)
  return {
    open: gate.open,
    close: async () => {
      await gate.close()
      await dropAll(of)
    },
  }
}

type Options = MarketOptions & { readonly inOwnProcess?: boolean }

/** Opens a market whose accounts have sandboxes. */
export async function openMarketWithSandboxes({ inOwnProcess = false, ...options }: Options = {}): Promise<OwnMarket> {
  let opened: SandboxGate | undefined
  const gate = (of: MarketOfGate) => {
    opened = inOwnProcess ? gateToChild(of) : gateHere(of)
    return opened
  }
  const market = await openMarket({ ...options, gate })
  if (opened) gates.set(market, opened)
  return market
}

/**
 * Starts the process of the sandboxes of a program. On a busy machine, that takes longer than clients wait, because the process has a
 * low priority.
 */
export async function startSandboxes(base: string, testKey: string): Promise<void> {
  const ask = () => fetch(`${base}/v1/prices`, { headers: { authorization: `Bearer ${testKey}` } })
  let answer = await ask()
  // Each request waits up to a minute.
  for (let turn = 1; turn < startTurnsMax && answer.status === 503; turn++) answer = await ask()
  assert.equal(answer.status, 200, await answer.text())
}

const startTurnsMax = 20

const gates = new WeakMap<Market, SandboxGate>()

/** Returns where the sandboxes of a market listen. */
export async function sandboxAddress(market: Market): Promise<SandboxAddress> {
  const address = await gates.get(market)?.open()
  if (!address) throw new Error('this market has no sandboxes')
  return address
}

/** Returns the id of the process in which the sandboxes run. */
export const sandboxPid = async (market: Market): Promise<number> => (await sandboxAddress(market)).pid

/** Creates a test key. Returns a client with it. */
export async function testClient(
  market: Market,
  { email }: Person,
  scopes?: readonly string[],
): Promise<Client & { secret: string }> {
  const { secret } = await createKey(market.ctx, { email, livemode: false, ...(scopes ? { scopes } : {}) })
  return { ...market.as(secret), secret }
}
