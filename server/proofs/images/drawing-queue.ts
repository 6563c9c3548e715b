/** How many pictures are drawn in parallel. */
const atOnceMax = 2

type QueuedDrawing = { readonly pixels: number; readonly begin: () => void }

/**
 * Schedules drawings fairly: accounts alternate, and the pictures of one account keep their order. Pictures drawn in parallel have no more
 * than `pixelsMax` pixels in total; next to a larger one, a picture of a quarter of that is allowed.
 */
export function drawingQueue(pixelsMax: number) {
  // In the order in which the accounts are served next.
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
      // Small pictures may only overtake while a large one is drawn, so a waiting large one is not starved.
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
