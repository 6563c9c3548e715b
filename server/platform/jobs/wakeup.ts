/** Tells the jobs of this process that there may be work, so that they need not wait for their interval. */
export type Wakeup = {
  notify(): void
  /** Calls `listener` at each wakeup. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function createWakeup(): Wakeup {
  const listeners = new Set<() => void>()
  return {
    notify: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
