import { stopwatch } from '../clock.ts'
import type { Database } from '../database/db.ts'
import { TemporarilyUnavailable } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { failingJobs } from '../jobs/failing-jobs.ts'

/** Whoever asks more often gets the same answer: these addresses are under no limit. */
const freshMs = 500
const answerMsMax = 1_000

/**
 * For load balancers and whoever restarts what hangs, under any load and without a credential. `/healthz`: the process
 * answers. `/readyz`: it reaches its database; 503 where it does not, and from when it was told to stop. Its body names the jobs that have
 * failed for minutes in any process: the process still serves requests well, so that this is no reason to send it none.
 */
export const healthRoutes =
  (database: Database) =>
  async (api: Api): Promise<void> => {
    // Not in the queue of the others: a pool that is full is no reason to be sent nothing.
    const db = database.beside({ connectionsMax: 1, answerMsMax })
    let isStopping = false
    api.addHook('preClose', async () => {
      isStopping = true
    })
    api.addHook('onClose', () => db.close())
    const readJobs = remembered(() => failingJobs(db).catch(() => undefined))
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

/** Asks once for all who ask within a moment. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly age: () => number } | undefined
  return () => {
    if (!last || last.age() > freshMs) last = { answer: ask(), age: stopwatch() }
    return last.answer
  }
}
