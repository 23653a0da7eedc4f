import { useSearchParams } from "react-router-dom"
import { useConnections } from "./use-connections"

/** What a page looks at: one connection; all of them (null), or those of a group. */
export type Place = { connection: string } | { group: string | null }

/**
 * The connection that a page looks at, kept in its URL; the first one until another is chosen. A page that can look at
 * several begins with all, where there is more than one.
 * @param ofSeveral whether it can
 */
export function useChosenConnection(ofSeveral: boolean) {
  const [search, setSearch] = useSearchParams()
  const connections = useConnections()
  const wanted = connections.data?.find(({ id }) => id === search.get("connection"))
  const looksAtSeveral = ofSeveral && wanted === undefined && (connections.data?.length ?? 0) > 1
  const group = search.get("group")
  const several = looksAtSeveral
    ? connections.data?.filter(({ group_name }) => group === null || group_name === group)
    : undefined
  const choose = (place: Place) => setSearch(withoutNull(place))
  return { ...connections, chosen: wanted ?? connections.data?.[0] ?? null, several, group, choose }
}

const withoutNull = (place: Place): Record<string, string> =>
  "connection" in place ? place : place.group === null ? {} : { group: place.group }
