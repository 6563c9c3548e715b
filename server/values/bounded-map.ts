/** A map bounded to `limit` entries; evicts the oldest. */
export function boundedMap<Key, Value>(limit: number) {
  const kept = new Map<Key, Value>()
  return {
    get: (key: Key): Value | undefined => kept.get(key),
    set: (key: Key, value: Value): void => {
      kept.delete(key)
      kept.set(key, value)
      const oldest = kept.keys().next()
      if (kept.size > limit && !oldest.done) kept.delete(oldest.value)
    },
    delete: (key: Key): void => void kept.delete(key),
  }
}

/** Returns the value for the key; inserts it if it is missing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make(key)
  map.set(key, made)
  return made
}

/** Returns a function that creates a value per owner on first use; it is garbage-collected with the owner. */
export function memoizePerObject<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const made = new WeakMap<Owner, Value>()
  return (owner) => {
    const known = made.get(owner)
    if (known !== undefined) return known
    const value = make(owner)
    made.set(owner, value)
    return value
  }
}
