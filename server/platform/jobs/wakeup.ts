/** Tells jobs of this process that there may be something to do, so that they need not wait for their next turn. */
export type Bell = {
  ring(): void
  /** Calls back at each ring, until the answer is called. */
  listen(heard: () => void): () => void
}

export function createBell(): Bell {
  const listeners = new Set<() => void>()
  return {
    ring: () => {
      for (const heard of listeners) heard()
    },
    listen: (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
