import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { numbered, type UndispatchedEvent } from './event.ts'
import { envelopeOf, idsOnly, payloadOf } from './payload.ts'
import { bodies } from './serialize.ts'
import { factsOf, type SerializeContext } from './serialize-parts.ts'
import {
  drawSequences,
  isUndispatched,
  lockDispatcher,
  readUndispatched,
  wakeEndpoints,
  writeDispatched,
} from './sql.ts'

type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Dispatches events: assigns sequence numbers and bodies and creates a delivery for each subscribed endpoint, in one transaction.
 * Returns how many; 0 if another process is dispatching.
 */
export async function dispatchEvents(ctx: Ctx, log: Log): Promise<number> {
  const { waiting } = await isUndispatched(ctx.db)
  return waiting ? ctx.db.transaction((db) => dispatchSet(ctx, db, log)) : 0
}

async function dispatchSet(ctx: Ctx, db: Db, log: Log): Promise<number> {
  const { granted } = await lockDispatcher(db)
  const events = granted ? await readUndispatched(db) : []
  if (events.length === 0) return 0
  const drawn = new Map([...Map.groupBy(events, ({ account }) => account)].map(([own, all]) => [own, all.length]))
  const last = await drawSequences(db, drawn)
  const sequences = new Map(last.map(({ account, lastSequence }) => [account, lastSequence]))
  const context = serializeContextOf(ctx)
  const dispatched = numbered(events, sequences).map((event) => {
    return { event: event.event, sequence: event.sequence, body: bodyOf(event, context, log) }
  })
  const [waitSeconds = 0] = ctx.config.webhookRetrySeconds
  const accounts = [...drawn.keys()]
  const deliveries = await writeDispatched(db, { events: dispatched, accounts, waitSeconds })
  if (deliveries.length > 0)
    await wakeEndpoints(
      db,
      deliveries.map(({ endpoint }) => endpoint),
      waitSeconds,
    )
  return dispatched.length
}

const serializeContextOf = ({ config, secretKey }: Ctx): SerializeContext => {
  const { publicUrl, currency, livemode } = config
  return { publicUrl, currency, livemode, secretKey }
}

/** An event that fails to serialize must not block later ones: it is sent with ids only, and the error is logged. */
function bodyOf(event: UndispatchedEvent & { readonly sequence: number }, context: SerializeContext, log: Log): string {
  const { livemode } = context
  try {
    return payloadOf(envelopeOf(event, livemode, bodies[event.kind].serialize(factsOf(event), context)))
  } catch (error) {
    log.error({ err: error, event: event.event, kind: event.kind }, 'cannot serialize an event; sent without data')
    return payloadOf(idsOnly(event, livemode))
  }
}
