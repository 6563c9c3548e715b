/** Whether something was wrong with a part while somebody asked it: then an answer that did not come is nobody's fault. */
export type Presence = {
  /** Something is wrong from now on; call what it answers when that is over. */
  disturb(): () => void
  /** Watches from now on: call what it answers to hear whether the part was whole all the time. */
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
