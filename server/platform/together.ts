import { ofEach } from '../values/kept.ts'
import { type Database, type Db, isUnreachable } from './db.ts'
import { gather } from './gather.ts'

/** A kind of question that many ask: `send` answers a set of them in its order. Made once, at module level. */
export type Together<Item, Answer> = {
  readonly send: (db: Db, items: readonly Item[]) => Promise<readonly Answer[]>
  /** Items in one set. */
  readonly most: number
  /** What one set may hold only once; who comes second waits for the next set. */
  readonly keyOf?: (item: Item) => unknown
}

type Ask = (item: unknown) => Promise<unknown>

const asksOn = ofEach((_db: Database) => new Map<unknown, Ask>())

/**
 * Asks with all who ask the same kind of question at this moment: one statement for many requests. A transaction asks alone.
 * Where a set fails, and not because the database is away, each of it is asked again by itself, so that one that is refused
 * costs nobody else.
 */
export async function together<Item, Answer>(db: Database, kind: Together<Item, Answer>, item: Item): Promise<Answer> {
  if (db.isTransaction) return (await kind.send(db, [item]))[0] as Answer
  const known = asksOn(db)
  const ask = known.get(kind) ?? (gatherOn(db, kind) as Ask)
  known.set(kind, ask)
  return ask(item) as Promise<Answer>
}

const gatherOn = <Item, Answer>(db: Db, kind: Together<Item, Answer>) =>
  gather<Item, Answer>((items) => askAll(db, kind, items), kind.most, kind.keyOf)

async function askAll<Item, Answer>(db: Db, kind: Together<Item, Answer>, items: readonly Item[]) {
  try {
    return await kind.send(db, items)
  } catch (error) {
    if (items.length === 1 || isUnreachable(error)) throw error
    return oneByOne(db, kind, items)
  }
}

function oneByOne<Item, Answer>(db: Db, kind: Together<Item, Answer>, items: readonly Item[]): Promise<Answer>[] {
  let before: Promise<unknown> = Promise.resolve()
  return items.map((item) => {
    const answer = before.then(async () => (await kind.send(db, [item]))[0] as Answer)
    before = answer.catch(() => {})
    return answer
  })
}
