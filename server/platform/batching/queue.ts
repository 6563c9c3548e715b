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
 * wait. A batch holds up to `limit` items, and one per key. If `send` fails, the whole batch fails.
 */
export function createBatchQueue<Item, Answer>(
  send: Send<Item, Answer>,
  limit: number,
  keyOf?: (item: Item) => unknown,
) {
  const waiting: QueuedItem<Item, Answer>[] = []
  let isSending = false
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await sendBatch(takeBatch(waiting, limit, keyOf), send)
    isSending = false
  }
  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isSending) setImmediate(sendAll)
      isSending = true
    })
}

/** Removes the next batch from the queue. The rest keeps its order. */
function takeBatch<Item, Answer>(waiting: QueuedItem<Item, Answer>[], limit: number, keyOf?: (item: Item) => unknown) {
  if (!keyOf) return waiting.splice(0, limit)
  const keys = new Set<unknown>()
  const batch: QueuedItem<Item, Answer>[] = []
  const rest: QueuedItem<Item, Answer>[] = []
  for (const each of waiting) {
    const key = keyOf(each.item)
    if (batch.length === limit || keys.has(key)) rest.push(each)
    else batch.push(each)
    keys.add(key)
  }
  waiting.splice(0, waiting.length, ...rest)
  return batch
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
