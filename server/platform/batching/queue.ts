type QueuedItem<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/** Returns answers in the order of the items; an answer may be a promise, which may reject on its own. */
type Send<Item, Answer> = (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>

/**
 * Returns a function that queues an item and resolves with its answer. Items that arrive in one iteration of the event loop, or
 * while the previous batch is in flight, share a batch: many concurrent items need few round trips, and a single one does not
 * wait. A batch holds up to `limit` items, and `perKeyMax` of each key. If `send` fails, the whole batch fails.
 */
export function createBatchQueue<Item, Answer>(
  send: Send<Item, Answer>,
  limit: number,
  keyOf?: (item: Item) => unknown,
  perKeyMax = 1,
) {
  const waiting: QueuedItem<Item, Answer>[] = []
  let isSending = false
  /** Removes the next batch from the queue. The rest keeps its order. */
  function takeBatch(): QueuedItem<Item, Answer>[] {
    if (!keyOf) return waiting.splice(0, limit)
    const counts = new Map<unknown, number>()
    const [batch, rest]: [QueuedItem<Item, Answer>[], QueuedItem<Item, Answer>[]] = [[], []]
    for (const each of waiting) {
      const key = keyOf(each.item)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const isTaken = batch.length < limit && count <= perKeyMax
      ;(isTaken ? batch : rest).push(each)
    }
    waiting.splice(0, waiting.length, ...rest)
    return batch
  }
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await sendBatch(takeBatch(), send)
    isSending = false
  }
  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isSending) setImmediate(sendAll)
      isSending = true
    })
}

async function sendBatch<Item, Answer>(
  batch: readonly QueuedItem<Item, Answer>[],
  send: Send<Item, Answer>,
): Promise<void> {
  try {
    const answers = await send(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
