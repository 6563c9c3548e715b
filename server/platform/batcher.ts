type QueuedItem<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/** Returns answers in the order of the items; an answer may be a promise, which may reject on its own. */
type Send<Item, Answer> = (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>

/**
 * Batches items that arrive in one turn of the event loop or while the previous batch is in flight: many concurrent items need
 * few round trips, and a single one does not wait. A batch holds up to `most` items, and one per key. If `send` fails, the
 * whole batch fails.
 */
export function createBatcher<Item, Answer>(send: Send<Item, Answer>, most: number, keyOf?: (item: Item) => unknown) {
  const waiting: QueuedItem<Item, Answer>[] = []
  let isFlowing = false
  async function flow(): Promise<void> {
    while (waiting.length > 0) await sendSet(takeSet(waiting, most, keyOf), send)
    isFlowing = false
  }
  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isFlowing) setImmediate(flow)
      isFlowing = true
    })
}

/** Takes the next batch from the queue. The rest keeps its order. */
function takeSet<Item, Answer>(waiting: QueuedItem<Item, Answer>[], most: number, keyOf?: (item: Item) => unknown) {
  if (!keyOf) return waiting.splice(0, most)
  const keys = new Set<unknown>()
  const set: QueuedItem<Item, Answer>[] = []
  const later: QueuedItem<Item, Answer>[] = []
  for (const each of waiting) {
    const key = keyOf(each.item)
    if (set.length === most || keys.has(key)) later.push(each)
    else set.push(each)
    keys.add(key)
  }
  waiting.splice(0, waiting.length, ...later)
  return set
}

async function sendSet<Item, Answer>(
  set: readonly QueuedItem<Item, Answer>[],
  send: Send<Item, Answer>,
): Promise<void> {
  try {
    const answers = await send(set.map(({ item }) => item))
    for (const [index, { resolve }] of set.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    for (const { reject } of set) reject(error)
  }
}
