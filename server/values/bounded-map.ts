/**
 * A map bounded to `limit` entries. Evicts those not used for longest, half of the limit at a time: evicting them one by one would skip
 * the deleted slots of the map each time.
 */
export function boundedMap<Key, Value>(limit: number) {
  let recent = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    if (recent.size >= limit / 2 && !recent.has(key)) {
      older = recent
      recent = new Map()
    }
    recent.set(key, value)
  }
  const get = (key: Key): Value | undefined => {
    const value = recent.get(key)
    if (value !== undefined) return value
    const former = older.get(key)
    if (former !== undefined) set(key, former)
    return former
  }
  const remove = (key: Key): void => {
    recent.delete(key)
    older.delete(key)
  }
  return { get, set, delete: remove }
}

/** Returns the value for the key; inserts it if it is missing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
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
