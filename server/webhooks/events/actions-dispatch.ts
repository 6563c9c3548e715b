import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Happened, numbered } from './event.ts'
import { bare, envelopeOf, payloadOf } from './payload.ts'
import { type Surround, serializeEvent } from './serialize.ts'
import { becomeDispatcher, drawSequences, isUndispatched, readUndispatched, writeDispatched } from './sql.ts'

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
  const { granted } = await becomeDispatcher(db)
  const happened = granted ? await readUndispatched(db) : []
  if (happened.length === 0) return 0
  const drawn = new Map([...Map.groupBy(happened, ({ account }) => account)].map(([own, all]) => [own, all.length]))
  const last = await drawSequences(db, drawn)
  const sequences = new Map(last.map(({ account, lastSequence }) => [account, lastSequence]))
  const around = surroundOf(ctx)
  const told = numbered(happened, sequences).map((event) => {
    return { event: event.event, sequence: event.sequence, body: bodyOf(event, around, log) }
  })
  const [waitSeconds = 0] = ctx.config.webhookRetrySeconds
  await writeDispatched(db, { events: told, accounts: [...drawn.keys()], waitSeconds })
  return told.length
}

const surroundOf = ({ config, secretKey }: Ctx): Surround => {
  const { publicUrl, currency } = config
  return { publicUrl, currency, secretKey }
}

/** An event that fails to serialize must not block later ones: it is sent with ids only, and the error is logged. */
function bodyOf(event: Happened & { readonly sequence: number }, around: Surround, log: Log): string {
  try {
    return payloadOf(envelopeOf(event, serializeEvent(event, around)))
  } catch (error) {
    log.error({ err: error, event: event.event, kind: event.kind }, 'cannot serialize an event; sent without data')
    return payloadOf(bare(event))
  }
}
