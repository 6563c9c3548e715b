import { memoizePerObject } from '../../values/bounded-map.ts'
import { createBatcher } from '../batcher.ts'
import { type Database, type Db, isUnreachable } from '../database/db.ts'
import {
  type Caller,
  contextOfBatch,
  currentContext,
  type EventsOf,
  runInContext,
} from '../observability/request-context.ts'

/** One kind of batched work: `send` answers a batch of items in their order. Created once, at module level. */
export type Batch<Item, Answer> = {
  readonly send: (db: Db, items: readonly Item[]) => Promise<readonly Answer[]>
  /** Maximum number of items in one batch. */
  readonly limit: number
  /** A key that may occur only once in a batch; a second item with it waits for the next batch. */
  readonly keyOf?: (item: Item) => unknown
  /** For batches that record events: the facts that assign an event to its item, and thereby to its request. */
  readonly events?: EventsOf<Item>
}

type BatchedCall = (caller: Caller<unknown>) => Promise<unknown>

const asksOn = memoizePerObject((_db: Database) => new Map<unknown, BatchedCall>())

/**
 * Runs concurrent items of the same kind as one batch: one statement for many requests. A transaction runs its items alone.
 * If a batch fails although the database is reachable, each item is retried alone, so that one refusal does not affect others.
 */
export async function batched<Item, Answer>(db: Database, kind: Batch<Item, Answer>, item: Item): Promise<Answer> {
  if (db.isTransaction) return (await kind.send(db, [item]))[0] as Answer
  const known = asksOn(db)
  const ask = known.get(kind) ?? (batcherOn(db, kind) as BatchedCall)
  known.set(kind, ask)
  return ask({ item, context: currentContext() }) as Promise<Answer>
}

const batcherOn = <Item, Answer>(db: Db, kind: Batch<Item, Answer>) =>
  createBatcher<Caller<Item>, Answer>(
    (callers) => askAll(db, kind, callers),
    kind.limit,
    kind.keyOf && (({ item }) => kind.keyOf?.(item)),
  )

/** Runs in the context of all callers, so that recorded events name their own requests. */
const sendFor = <Item, Answer>(db: Db, kind: Batch<Item, Answer>, callers: readonly Caller<Item>[]) =>
  runInContext(contextOfBatch(callers, kind.events), () =>
    kind.send(
      db,
      callers.map(({ item }) => item),
    ),
  )

async function askAll<Item, Answer>(db: Db, kind: Batch<Item, Answer>, callers: readonly Caller<Item>[]) {
  try {
    return await sendFor(db, kind, callers)
  } catch (error) {
    if (callers.length === 1 || isUnreachable(error)) throw error
    return oneByOne(db, kind, callers)
  }
}

function oneByOne<Item, Answer>(
  db: Db,
  kind: Batch<Item, Answer>,
  callers: readonly Caller<Item>[],
): Promise<Answer>[] {
  let before: Promise<unknown> = Promise.resolve()
  return callers.map((caller) => {
    const answer = before.then(async () => (await sendFor(db, kind, [caller]))[0] as Answer)
    before = answer.catch(() => {})
    return answer
  })
}
