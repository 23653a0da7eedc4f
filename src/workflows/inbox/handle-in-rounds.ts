import type { EntryOutcome, WithEntry } from "./entry-outcome"

const BEHIND = "An earlier one of the same product is not through yet"

/** How an entry may end so that those behind it are handled: nothing of it is outstanding. */
const ENDED: readonly EntryOutcome["kind"][] = ["done", "ignored", "unreadable"]

/** Rounds of items, in their order: of each aggregate no more than one in a round. */
function roundsOf<Item extends WithEntry>(items: Item[]): Item[][] {
  const rounds: Item[][] = []
  const depths = new Map<string, number>()
  for (const item of items) {
    const { aggregate } = item.entry
    const depth = depths.get(aggregate) ?? 0
    depths.set(aggregate, depth + 1)
    const round = rounds[depth] ?? []
    rounds[depth] = [...round, item]
  }
  return rounds
}

/**
 * Handles entries of which several may be of one aggregate: each once those before it are through. What stands behind
 * one that is not waits for it, which is no attempt.
 * @param handle handles entries of different aggregates, and says how each fared
 */
export async function handleInRounds<Item extends WithEntry>(
  items: Item[],
  now: Date,
  handle: (round: Item[]) => Promise<EntryOutcome[]>
): Promise<EntryOutcome[]> {
  const outcomes: EntryOutcome[] = []
  const stopped = new Set<string>()
  for (const round of roundsOf(items)) {
    const turn = round.filter(({ entry }) => !stopped.has(entry.aggregate))
    const handled = turn.length > 0 ? await handle(turn) : []
    const through = new Set(handled.filter(({ kind }) => ENDED.includes(kind)).map(({ id }) => id))
    round.filter(({ entry }) => !through.has(entry.id)).forEach(({ entry }) => stopped.add(entry.aggregate))
    const behind = round.filter((item) => !turn.includes(item))
    outcomes.push(
      ...handled,
      ...behind.map(({ entry: { id } }): EntryOutcome => ({ id, kind: "waiting", reason: BEHIND, until: now }))
    )
  }
  return outcomes
}
