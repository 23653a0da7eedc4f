import type { Connection } from "./answers/connection"

/** What people call a connection. */
export function getName(connection: Pick<Connection, "organization_name" | "organization_uuid">): string {
  return connection.organization_name?.trim() || connection.organization_uuid
}

/** The groups that connections are filed under, each once, in the order of the language. */
export function getGroups(connections: Connection[], language: string): string[] {
  const names = connections.flatMap(({ group_name }) => group_name ?? [])
  return [...new Set(names)].sort(new Intl.Collator(language).compare)
}

/**
 * The address of the wizard that connects an organization.
 * @param connectionId the disconnected connection whose places and settings it starts with
 * @param authorizationId the sign-in that the browser has brought back
 */
export function pathOfWizard(opening: { connectionId?: string; authorizationId?: string }): string {
  const search = new URLSearchParams({ connect: opening.connectionId ?? "" })
  if (opening.authorizationId !== undefined) {
    search.set("authorization", opening.authorizationId)
  }
  return `/settings/pos?${search.toString()}`
}

/** Locations of a connection, also of one that is not created yet. */
export type Placed = Pick<Connection, "id" | "stock_location_id" | "stock_sync"> &
  Partial<Pick<Connection, "inbound_settings" | "state">>

/**
 * How two connections sell from one location. `same`: it is both's own, which their sales move; `theirs`: the other's own feeds
 * this one; `ours`: this one's own feeds the other; `third`: it feeds both, and the sales of neither move it.
 */
export type SharedBy = "same" | "theirs" | "ours" | "third"

export type Sharing = { connection: Connection; ways: { by: SharedBy; locationId: string }[] }

/** Only a POS that receives stock sells from other locations than its own. */
const getAdditionalLocations = ({ stock_sync, inbound_settings }: Placed): string[] =>
  stock_sync === "two_way" ? (inbound_settings?.additional_stock_location_ids ?? []) : []

const takesPart = ({ state, stock_sync }: Placed) => state !== "disconnected" && stock_sync !== "off"

function getSharingWays(left: Placed, right: Placed): Sharing["ways"] {
  const [own, theirs] = [left.stock_location_id, right.stock_location_id]
  if (own === theirs) {
    return [{ by: "same", locationId: own }]
  }
  const [feeds, theirFeeds] = [getAdditionalLocations(left), getAdditionalLocations(right)]
  const ways: Sharing["ways"] = []
  if (feeds.includes(theirs)) {
    ways.push({ by: "theirs", locationId: theirs })
  }
  if (theirFeeds.includes(own)) {
    ways.push({ by: "ours", locationId: own })
  }
  const sharedFeeds = feeds.filter((id) => id !== own && id !== theirs && theirFeeds.includes(id))
  return ways.concat(sharedFeeds.map((locationId) => ({ by: "third", locationId })))
}

/** Which of the others sell from a stock location that this one sells from, and how. */
export function sharingWith(placed: Placed, all: Connection[]): Sharing[] {
  const otherConnections = takesPart(placed) ? all.filter((other) => other.id !== placed.id && takesPart(other)) : []
  return otherConnections
    .map((connection) => ({ connection, ways: getSharingWays(placed, connection) }))
    .filter(({ ways }) => ways.length > 0)
}
