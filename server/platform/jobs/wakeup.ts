/** Tells the jobs of this process that there may be work, so that they need not wait for their interval. */
export type Wakeup = {
  notify(): void
  /** Calls `heard` at each wakeup. Returns a function that unsubscribes. */
  subscribe(heard: () => void): () => void
}

export function createWakeup(): Wakeup {
  const listeners = new Set<() => void>()
  return {
    notify: () => {
      for (const heard of listeners) heard()
    },
    subscribe: (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
