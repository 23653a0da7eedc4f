import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "react-router-dom"
import { z } from "zod"
import { checkApiKey, cleanApiKey, type DataAfterDisconnect } from "../../../contract/connection"
import {
  checksAnswerSchema,
  connectedAnswerSchema,
  type Connection,
  connectionAnswerSchema,
  connectionsAnswerSchema,
  disconnectPreviewAnswerSchema,
  healthAnswerSchema,
  issuesAnswerSchema,
  reachabilityAnswerSchema,
  serviceAnswerSchema,
  testedAnswerSchema,
} from "../../lib/answers/connection"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { changeEach } from "../../lib/several"
import { NOW_AND_THEN_MS, REFETCH_MS } from "../common/refetch"
import { useChange } from "../common/use-mutation-toasts"

/** Merchants have one organization, some a handful; the route pages at a hundred. */
const ALL = { limit: 100 }

export function useConnections() {
  return useQuery({
    queryKey: posKeys.connections,
    queryFn: () => ask(connectionsAnswerSchema, "/admin/pos/connections", { query: ALL }),
    select: ({ connections }) => connections,
  })
}

/** One connection, read again often while products are due, and now and then, since the POS may pause or warn of it. */
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

/** Addresses of the POS API that do not answer, and what waits for them, read again every few seconds: an outage is shown while it lasts. */
export function useOutages() {
  return useQuery({
    queryKey: posKeys.reachability,
    queryFn: () => ask(reachabilityAnswerSchema, "/admin/pos/reachability"),
    refetchInterval: REFETCH_MS,
  })
}

/** Issues of all connections, refreshed while the page is open. */
export function useIssues() {
  return useQuery({
    queryKey: posKeys.issues,
    queryFn: () => ask(issuesAnswerSchema, "/admin/pos/issues"),
    select: ({ issues }) => issues,
    refetchInterval: NOW_AND_THEN_MS,
  })
}

/** The zone of the connection that something belongs to; null until it is known. */
export function useTimeZone(connectionId: string | undefined): string | null {
  const { data } = useConnections()
  return data?.find(({ id }: Connection) => id === connectionId)?.time_zone ?? null
}

/** The zone of what concerns all connections: the one that they share; null (the reader's own) if they differ. */
export function useSharedTimeZone(): string | null {
  const { data = [] } = useConnections()
  const [first, ...others] = new Set(data.map(({ time_zone }: Connection) => time_zone))
  return others.length === 0 ? (first ?? null) : null
}

/** What a page shows: one connection; all of them (null), or those of a group. */
export type Place = { connection: string } | { group: string | null }

/**
 * The connection that a page shows, kept in its URL; the first one until another is chosen. A page that can show
 * several begins with all, where there is more than one.
 * @param ofSeveral whether it can
 */
export function useChosenConnection(ofSeveral: boolean) {
  const [search, setSearch] = useSearchParams()
  const connections = useConnections()
  const connectionInUrl = connections.data?.find(({ id }) => id === search.get("connection"))
  const looksAtSeveral = ofSeveral && connectionInUrl === undefined && (connections.data?.length ?? 0) > 1
  const group = search.get("group")
  const several = looksAtSeveral
    ? connections.data?.filter(({ group_name }) => group === null || group_name === group)
    : undefined
  const choose = (place: Place) => setSearch(withoutNull(place))
  return { ...connections, chosen: connectionInUrl ?? connections.data?.[0] ?? null, several, group, choose }
}

const withoutNull = (place: Place): Record<string, string> =>
  "connection" in place ? place : place.group === null ? {} : { group: place.group }

/** What a merchant has brought: a pasted API key, or a sign-in at the POS. */
export type Credentials = { api_key: string } | { authorization_id: string }

export type ConnectChoices = Credentials & {
  /** the disconnected connection that is connected again */
  connection_id: string | undefined
  sales_channel_id: string
  stock_location_id: string
  region_id: string
  outbound_settings: object
  inbound_settings: object
}

export function useConnect() {
  return useChange((body: ConnectChoices) =>
    ask(connectedAnswerSchema, "/admin/pos/connections", { method: "POST", body })
  )
}

/** Runs the checks of credentials; it changes nothing, but a key belongs into a body, never into a cache. */
export function useRunChecks() {
  return useMutation({
    mutationFn: (body: Credentials & { region_id?: string }) =>
      ask(checksAnswerSchema, "/admin/pos/checks", { method: "POST", body }),
    gcTime: 0,
  })
}

/** Has the POS send a test notification. */
export function useTestNotification(id: string) {
  return useChange(() =>
    ask(testedAnswerSchema, `/admin/pos/connections/${id}/test-notification`, { method: "POST", body: {} })
  )
}

/** Pauses or resumes a connection. @throws FetchError */
export async function switchConnection(id: string, action: "pause" | "resume") {
  return ask(connectionAnswerSchema, `/admin/pos/connections/${id}/${action}`, { method: "POST" })
}

export function usePause(id: string) {
  return useChange(async (action: "pause" | "resume") => switchConnection(id, action))
}

export function useRotateKey(id: string) {
  return useChange((api_key: string) =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/api-key`, { method: "POST", body: { api_key } })
  )
}

/** Files a connection under a group; null: under none. */
export function useSetGroup(id: string) {
  return useChange((group_name: string | null) =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/group`, { method: "POST", body: { group_name } })
  )
}

/** A person has seen that the organization changed; after a change of currency a region with the new one is named. */
export function useConfirmProfile(id: string) {
  return useChange((body: { region_id?: string }) =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/profile`, { method: "POST", body })
  )
}

/** What disconnecting would remove and keep, in numbers. */
export function useDisconnectPreview(id: string) {
  return useQuery({
    queryKey: posKeys.disconnectPreview(id),
    queryFn: () => ask(disconnectPreviewAnswerSchema, `/admin/pos/connections/${id}/disconnect`),
    select: ({ preview }) => preview,
  })
}

/** Ends a connection, and by choice forgets all that it brought, but for orders and products. */
export function useDisconnect(id: string) {
  return useChange((data: DataAfterDisconnect) =>
    ask(z.looseObject({ id: z.string() }), `/admin/pos/connections/${id}`, { method: "DELETE", query: { data } })
  )
}

/** Checks the subscription of a connection and looks for missed purchases now. @throws FetchError */
export async function checkConnection(id: string) {
  const answerSchema = z.looseObject({ subscription: z.string(), found: z.number() })
  return ask(answerSchema, `/admin/pos/connections/${id}/check`, { method: "POST", body: {} })
}

export function useCheckNow(id: string) {
  return useChange(async () => checkConnection(id))
}

type ChangeOfEach = { connections: Connection[]; change: (connection: Connection) => Promise<string> }

/** Changes several connections by the call of each; `done` counts those that have answered. */
export function useChangeEach() {
  const [done, setDone] = useState(0)
  const mutation = useChange(async ({ connections, change }: ChangeOfEach) => {
    setDone(0)
    return changeEach(connections, change, setDone)
  })
  return { ...mutation, done }
}

/** A pasted API key; what is wrong with it is shown when the user wants to continue. */
export function useApiKey(scopes: readonly string[]) {
  const [pasted, setPasted] = useState("")
  const [isChecked, setChecked] = useState(false)
  const keyCheck = checkApiKey(pasted, { now: new Date(), scopes })
  return {
    pasted,
    /** as it is sent */
    apiKey: cleanApiKey(pasted),
    isValid: keyCheck.problem === null,
    /** what is shown as wrong */
    problem: isChecked && keyCheck.problem !== null ? { ...keyCheck, problem: keyCheck.problem } : null,
    paste: (text: string) => {
      setPasted(text)
      setChecked(false)
    },
    /** whether it may be sent; shows why not */
    check: (): boolean => {
      setChecked(true)
      return keyCheck.problem === null
    },
  }
}

export type PastedKey = ReturnType<typeof useApiKey>
