import { useQuery } from "@tanstack/react-query"
import {
  attentionAnswerSchema,
  type Connection,
  connectionAnswerSchema,
  connectionsAnswerSchema,
  healthAnswerSchema,
  reachabilityAnswerSchema,
  serviceAnswerSchema,
} from "../../lib/answers/connection"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { REFETCH_MS } from "../common/use-list"

/** Merchants have one organisation, some a handful; the route pages at a hundred. */
const ALL = { limit: 100 }

const NOW_AND_THEN_MS = 6 * REFETCH_MS

export function useConnections() {
  return useQuery({
    queryKey: posKeys.connections,
    queryFn: () => ask(connectionsAnswerSchema, "/admin/pos/connections", { query: ALL }),
    select: ({ connections }) => connections,
  })
}

/** One connection, read again often while products are due, and now and then, since the service may pause or warn of it. */
export function useConnection(id: string) {
  return useQuery({
    queryKey: posKeys.connection(id),
    queryFn: () => ask(connectionAnswerSchema, `/admin/pos/connections/${id}`),
    select: ({ connection }) => connection,
    refetchInterval: ({ state }) => (state.data?.connection.product_links.pending ? REFETCH_MS : NOW_AND_THEN_MS),
  })
}

export function useHealth(id: string) {
  return useQuery({
    queryKey: posKeys.health(id),
    queryFn: () => ask(healthAnswerSchema, `/admin/pos/connections/${id}/health`),
    select: ({ health }) => health,
    refetchInterval: REFETCH_MS,
  })
}

export function useService() {
  return useQuery({
    queryKey: posKeys.service,
    queryFn: () => ask(serviceAnswerSchema, "/admin/pos/service"),
    select: ({ service }) => service,
  })
}

/** Addresses of the POS API that do not answer, read again every few seconds: an outage is shown while it lasts. */
export function useOutages() {
  return useQuery({
    queryKey: posKeys.reachability,
    queryFn: () => ask(reachabilityAnswerSchema, "/admin/pos/reachability"),
    select: ({ outages }) => outages,
    refetchInterval: REFETCH_MS,
  })
}

/** What waits for a person, over all connections; looked at again while the page is open. */
export function useAttention() {
  return useQuery({
    queryKey: posKeys.attention,
    queryFn: () => ask(attentionAnswerSchema, "/admin/pos/attention"),
    select: ({ attention }) => attention,
    refetchInterval: NOW_AND_THEN_MS,
  })
}

/** The zone of the connection that something belongs to; null until it is known. */
export function useTimeZone(connectionId: string | undefined): string | null {
  const { data } = useConnections()
  return data?.find(({ id }: Connection) => id === connectionId)?.time_zone ?? null
}
