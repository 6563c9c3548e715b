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

/** A kind of question that many ask: `send` answers a set of them in its order. Made once, at module level. */
export type Batch<Item, Answer> = {
  readonly send: (db: Db, items: readonly Item[]) => Promise<readonly Answer[]>
  /** Items in one set. */
  readonly limit: number
  /** What one set may hold only once; who comes second waits for the next set. */
  readonly keyOf?: (item: Item) => unknown
  /** Where it records events: what they have of an item, so that each knows its request. */
  readonly events?: EventsOf<Item>
}

type BatchedCall = (caller: Caller<unknown>) => Promise<unknown>

const asksOn = memoizePerObject((_db: Database) => new Map<unknown, BatchedCall>())

/**
 * Asks with all who ask the same kind of question at this moment: one statement for many requests. A transaction asks alone.
 * Where a set fails, and not because the database is away, each of it is asked again by itself, so that one that is refused
 * costs nobody else.
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

/** For all of them, so that what is recorded names the request that each came of. */
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
