/** Tells jobs of this process that there may be something to do, so that they need not wait for their next turn. */
export type Wakeup = {
  notify(): void
  /** Calls back at each ring, until the answer is called. */
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
