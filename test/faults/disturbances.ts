/** Tracks whether a part was disturbed during a request; a missing response is then expected. */
export type DisturbanceTracker = {
  /** Starts a disturbance. Call the returned function to end it. */
  disturb(): () => void
  /** Starts observing. The returned function tells whether there was no disturbance since. */
  watch(): () => boolean
}

export function createDisturbanceTracker(): DisturbanceTracker {
  let [active, total] = [0, 0]
  return {
    disturb: () => {
      active++
      total++
      let isOver = false
      return () => {
        if (!isOver) active--
        isOver = true
      }
    },
    watch: () => {
      const [wasWhole, before] = [active === 0, total]
      return () => wasWhole && total === before
    },
  }
}
