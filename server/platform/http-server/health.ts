import { stopwatch } from '../clock.ts'
import type { Database } from '../database/db.ts'
import { TemporarilyUnavailable } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { failingJobs } from '../jobs/failing-jobs.ts'

/** How long an answer is cached: these paths have no rate limit. */
const freshMs = 500
const answerMsMax = 1_000

/**
 * Health checks for load balancers and supervisors: without a credential, under any load. `/healthz`: the process answers.
 * `/readyz`: it reaches its database; 503 otherwise, and from the start of a shutdown. The body names the jobs that have failed
 * for minutes in any process. They do not make it unready, because it still serves requests.
 */
export const healthRoutes =
  (database: Database) =>
  async (api: Api): Promise<void> => {
    // A separate connection: a full pool does not make the process unready.
    const db = database.beside({ connectionsMax: 1, answerMsMax })
    let isStopping = false
    api.addHook('preClose', async () => {
      isStopping = true
    })
    api.addHook('onClose', () => db.close())
    const readJobs = cached(() => failingJobs(db).catch(() => undefined))
    const options = { schema: { hide: true }, config: { isFree: true } }
    api.get('/healthz', options, async (_request, reply) => reply.headers(notKept).send({ status: 'ok' }))
    api.get('/readyz', options, async (_request, reply) => {
      const failing = isStopping ? undefined : await readJobs()
      if (!failing) throw TemporarilyUnavailable({})
      return reply
        .headers(notKept)
        .send({ status: 'ready', failingJobs: [...new Set(failing.map(({ name }) => name))] })
    })
  }

const notKept = { 'Cache-Control': 'no-store' }

/** Shares one call of `ask` among callers within `freshMs`. */
function cached<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly age: () => number } | undefined
  return () => {
    if (!last || last.age() > freshMs) last = { answer: ask(), age: stopwatch() }
    return last.answer
  }
}
