/** Keeps the last that were put in, so many of them: what was put in longest ago makes room. */
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

/** What belongs to each owner, made when it is first asked for, and gone with its owner. */
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
