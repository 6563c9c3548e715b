/** Pictures that are drawn at the same moment. */
const atOnceMax = 2

type QueuedDrawing = { readonly pixels: number; readonly begin: () => void }

/**
 * Lets pictures be drawn in a fair order: accounts take turns, and the pictures of one account keep their order. Those that
 * are drawn together have at most `pixelsMax` pixels; beside a larger one, a picture of a quarter of that may be drawn.
 */
export function drawingQueue(pixelsMax: number) {
  // The order of a map is that of the turns.
  const waiting = new Map<string, QueuedDrawing[]>()
  const atWork: number[] = []
  const isLarge = (pixels: number): boolean => pixels > pixelsMax / 4
  const fits = (pixels: number): boolean => {
    const [other] = atWork
    if (other === undefined) return true
    if (atWork.length >= atOnceMax) return false
    return other + pixels <= pixelsMax || !isLarge(pixels)
  }
  const beginNext = () => {
    for (const [account, [next]] of waiting) {
      // A small picture passes those that wait only while a large one is drawn, so a large one gets its turn.
      if (!next || (!fits(next.pixels) && !atWork.some(isLarge))) return
      if (!fits(next.pixels)) continue
      const others = (waiting.get(account) ?? []).slice(1)
      waiting.delete(account)
      if (others.length > 0) waiting.set(account, others)
      atWork.push(next.pixels)
      next.begin()
      return
    }
  }
  return async <T>(account: string, pixels: number, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.set(account, [...(waiting.get(account) ?? []), { pixels, begin }])
      beginNext()
    })
    try {
      return await work()
    } finally {
      atWork.splice(atWork.indexOf(pixels), 1)
      beginNext()
      beginNext()
    }
  }
}
