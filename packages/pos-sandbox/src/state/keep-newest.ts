/** Entries of a list that grows with each call: more than any test or merchant looks back to. */
const MAX_REMEMBERED = 100_000

/** Forgets the oldest entries beyond a limit, so that the memory of a sandbox that runs for weeks stays the same. */
export function keepNewest(collection: Set<string> | Map<string, unknown>, limit = MAX_REMEMBERED): void {
  for (const key of collection.keys()) {
    if (collection.size <= limit) {
      return
    }
    collection.delete(key)
  }
}
