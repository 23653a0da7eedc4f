import { setImmediate as nextTurn } from "node:timers/promises"

/**
 * What else waits in this process is let in after so long. A sale on its way into the shop waits for some forty answers
 * of PostgreSQL, and at each for whatever is being done then: with ten times as long it would stand behind all of it.
 */
const TURN_MS = 1

/** Maps items in their order, as `map` of an array does, and holds up nothing else of this process meanwhile. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result
): Promise<Result[]> {
  const results: Result[] = []
  let began = performance.now()
  for (const [index, item] of items.entries()) {
    if (performance.now() - began >= TURN_MS) {
      await nextTurn()
      began = performance.now()
    }
    results.push(map(item, index))
  }
  return results
}
