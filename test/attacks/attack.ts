import type { Market } from '../support/market.ts'
import type { TestInstallation } from '../support/program.ts'

/** A running server under attack, and the owner's view of the same installation. */
export type Target = {
  /** Base URL of the server, which runs as its own process. */
  readonly url: string
  /** The installation as its owner sees it: creates the accounts of an attack and reads what it achieved. */
  readonly market: Market
  /** Runs `./market` commands on the same data. */
  readonly installation: TestInstallation
  /** Process id of the server, for measuring its memory. */
  readonly pid: number
}

/** One attack. `run` throws an assertion error if the attack achieves anything. */
export type Attack = { readonly title: string; run(target: Target): Promise<void> }
