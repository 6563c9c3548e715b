import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { readReplica } from '../../platform/database/server-facts.ts'
import { urlHere } from '../../platform/listening.ts'
import { tryRedis } from '../../platform/rate-limits/redis-counter.ts'

/* Checks of systems that the settings name. Each returns a description, or throws if the system is not usable. */

const answerMsMax = 5_000

/** Checks one replica, if several share the address. */
export async function checkReplica({ db }: Ctx, url: string): Promise<string> {
  const { isReplica, bytesBehind, caughtUpMs, lastSeconds } = await readReplica(db, url)
  if (!isReplica) throw new Error('It is no replica, or is one no more.')
  const late = `${bytesBehind} bytes behind the primary`
  if (caughtUpMs !== undefined) return `${late}, and had them ${(caughtUpMs / 1_000).toFixed(2)} s later`
  const since = lastSeconds === undefined ? '' : ` The last change that it shows is ${lastSeconds.toFixed(0)} s old.`
  throw new Error(`It is ${late}, and does not catch up.${since}`)
}

export const checkRedis = async (url: string): Promise<string> =>
  `counts requests, and answers in ${(await tryRedis(url)).toFixed(0)} ms`

/** A closed port is no error, because the program may not be running. */
export async function checkMetrics({ metricsHost, metricsPort }: Config): Promise<string> {
  if (metricsPort === 0) return 'at any port that is free; the log says which'
  const address = `${urlHere(metricsHost, Number(metricsPort))}/metrics`
  const response = await fetch(address, { signal: AbortSignal.timeout(answerMsMax) }).catch(undefinedIfRefused)
  if (!response) return `nobody listens at ${address}: nothing that shows them is running`
  const text = await response.text()
  if (!/^market_/m.test(text)) throw new Error(`Another program answers at ${address}.`)
  if (/^market_database_up 0$/m.test(text)) throw new Error(`What answers at ${address} cannot read the database.`)
  return `${text.match(/^[a-z]/gm)?.length ?? 0} figures at ${address}`
}

function undefinedIfRefused(error: unknown): undefined {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return undefined
  throw error
}
