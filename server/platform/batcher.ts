type QueuedItem<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer | Promise<Answer>) => void
  readonly reject: (error: unknown) => void
}

/** Answers in the order of the items; an answer may still be on its way, or end in a refusal of its own. */
type Send<Item, Answer> = (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>

/**
 * Sends together what arrives in one turn of the event loop, or while the last set is in flight: many at once cost few round
 * trips, and one alone waits for nobody. At most so many go at a time, and of those with the same key, if they have keys,
 * one. Where `send` fails, its whole set fails.
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

/** The first that may go together; the others go on waiting, in their order. */
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
