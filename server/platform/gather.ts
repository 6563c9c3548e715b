type Waiting<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Sends together what arrives while the last set is in flight: many at once cost few round trips, and one alone waits for
 * nobody. `send` answers in the order of the items, at most so many at a time; where it fails, its whole set fails.
 */
export function gather<Item, Answer>(send: (items: readonly Item[]) => Promise<readonly Answer[]>, most: number) {
  const waiting: Waiting<Item, Answer>[] = []
  let isFlowing = false
  async function flow(): Promise<void> {
    isFlowing = true
    while (waiting.length > 0) await sendSet(waiting.splice(0, most), send)
    isFlowing = false
  }
  return (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isFlowing) void flow()
    })
}

async function sendSet<Item, Answer>(
  set: readonly Waiting<Item, Answer>[],
  send: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await send(set.map(({ item }) => item))
    for (const [index, { resolve }] of set.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    for (const { reject } of set) reject(error)
  }
}
