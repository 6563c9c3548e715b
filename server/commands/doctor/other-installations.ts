import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { readReplica } from '../../platform/database/server-facts.ts'
import { failingJobs } from '../../platform/jobs/failing-jobs.ts'
import { urlHere } from '../../platform/listening.ts'
import { tryRedis } from '../../platform/rate-limits/redis.ts'

/*
 * Checks of external services that the settings name: replica, Redis, metrics listener. Each returns a description, or throws
 * what is wrong.
 */

const answerMsMax = 5_000

/** Checks one replica, if several share the address. */
export async function tellReplica({ db }: Ctx, url: string): Promise<string> {
  const { isReplica, bytesBehind, caughtUpMs, lastSeconds } = await readReplica(db, url)
  if (!isReplica) throw new Error('It is no replica, or is one no more.')
  const late = `${bytesBehind} bytes behind the primary`
  if (caughtUpMs !== undefined) return `${late}, and had them ${(caughtUpMs / 1_000).toFixed(2)} s later`
  const since = lastSeconds === undefined ? '' : ` The last change that it shows is ${lastSeconds.toFixed(0)} s old.`
  throw new Error(`It is ${late}, and does not catch up.${since}`)
}

export const tellRedis = async (url: string): Promise<string> =>
  `counts requests, and answers in ${(await tryRedis(url)).toFixed(0)} ms`

/** A closed port is no error, because the program may not be running. */
export async function tellMetrics({ metricsHost, metricsPort }: Config): Promise<string> {
  if (metricsPort === 0) return 'at any port that is free; the log says which'
  const address = `${urlHere(metricsHost, Number(metricsPort))}/metrics`
  const text = await fetch(address, { signal: AbortSignal.timeout(answerMsMax) }).then(readText, refused)
  if (text === undefined) return `nobody listens at ${address}: nothing that shows them is running`
  if (!/^market_/m.test(text)) throw new Error(`Another program answers at ${address}.`)
  if (/^market_database_up 0$/m.test(text)) throw new Error(`What answers at ${address} cannot read the database.`)
  return `${text.match(/^[a-z]/gm)?.length ?? 0} figures at ${address}`
}

const readText = (response: Response): Promise<string> => response.text()

function refused(error: unknown): undefined {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return undefined
  throw error
}

/** Throws if jobs have failed for minutes in any process, with the reason of each. */
export async function tellFailingJobs({ db }: Ctx): Promise<string> {
  const failing = await failingJobs(db)
  const told = failing.map(
    ({ name, process, sinceAt, reason }) => `"${name}" in ${process} since ${sinceAt.toISOString()}: ${reason}`,
  )
  if (told.length > 0) throw new Error(`Failing: ${told.join('; ')}.`)
  return 'none has failed for longer than a minute'
}
