/** Tracks whether a part was disturbed during a request; a missing response is then expected. */
export type Presence = {
  /** Starts a disturbance. Call the returned function to end it. */
  disturb(): () => void
  /** Starts observing. The returned function tells whether there was no disturbance since. */
  watch(): () => boolean
}

export function createPresence(): Presence {
  let [disturbed, disturbances] = [0, 0]
  return {
    disturb: () => {
      disturbed++
      disturbances++
      let isOver = false
      return () => {
        if (!isOver) disturbed--
        isOver = true
      }
    },
    watch: () => {
      const [wasWhole, before] = [disturbed === 0, disturbances]
      return () => wasWhole && disturbances === before
    },
  }
}
