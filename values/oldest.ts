/** Deletes the entry of a map that was added first: bounds a map that only grows. */
export function deleteOldest<Key>(map: Map<Key, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
