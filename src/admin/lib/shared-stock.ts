import type { Connection } from "./answers/connection"

/** What is known of a till's place, also of one that is still to be connected. */
export type Placed = Pick<Connection, "id" | "stock_location_id" | "stock_policy"> &
  Partial<Pick<Connection, "mirror_settings" | "state">>

/**
 * How two tills sell from one location. `same`: it is both's own, which their sales move; `theirs`: the other's own feeds
 * this one; `ours`: this one's own feeds the other; `third`: it feeds both, and the sales of neither move it.
 */
export type SharedBy = "same" | "theirs" | "ours" | "third"

export type Sharing = { connection: Connection; ways: { by: SharedBy; locationId: string }[] }

/** Only who is told of stock sells from other locations than its own. */
const feedsOf = ({ stock_policy, mirror_settings }: Placed): string[] =>
  stock_policy === "two-way" ? (mirror_settings?.feeding_location_ids ?? []) : []

const takesPart = ({ state, stock_policy }: Placed) => state !== "disconnected" && stock_policy !== "off"

function waysOf(one: Placed, other: Placed): Sharing["ways"] {
  const [own, theirs] = [one.stock_location_id, other.stock_location_id]
  if (own === theirs) {
    return [{ by: "same", locationId: own }]
  }
  const [feeds, theirFeeds] = [feedsOf(one), feedsOf(other)]
  return [
    ...(feeds.includes(theirs) ? [{ by: "theirs" as const, locationId: theirs }] : []),
    ...(theirFeeds.includes(own) ? [{ by: "ours" as const, locationId: own }] : []),
    ...feeds
      .filter((id) => id !== own && id !== theirs && theirFeeds.includes(id))
      .map((locationId) => ({ by: "third" as const, locationId })),
  ]
}

/** Which of the others sell from a stock location that this one sells from, and how. */
export function sharingWith(one: Placed, all: Connection[]): Sharing[] {
  const others = takesPart(one) ? all.filter((other) => other.id !== one.id && takesPart(other)) : []
  return others
    .map((connection) => ({ connection, ways: waysOf(one, connection) }))
    .filter(({ ways }) => ways.length > 0)
}
