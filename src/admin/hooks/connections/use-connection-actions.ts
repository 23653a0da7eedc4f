import { useMutation, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import type { DataAfterDisconnect } from "../../../vocabulary/connection"
import {
  checksAnswerSchema,
  connectedAnswerSchema,
  connectionAnswerSchema,
  disconnectPreviewAnswerSchema,
  testedAnswerSchema,
} from "../../lib/answers/connection"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"

/** What a merchant has brought: a pasted API key, or a sign-in at the service. */
export type Credentials = { api_key: string } | { authorization_id: string }

export type ConnectChoices = Credentials & {
  sales_channel_id: string
  stock_location_id: string
  region_id: string
  push_settings: object
  mirror_settings: object
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

/** Has the service send a test notification. */
export function useTestNotification(id: string) {
  return useChange(() =>
    ask(testedAnswerSchema, `/admin/pos/connections/${id}/test-notification`, { method: "POST", body: {} })
  )
}

export function usePause(id: string) {
  return useChange((action: "pause" | "resume") =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/${action}`, { method: "POST" })
  )
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

/** A person has seen that the organisation changed; after a change of currency a region with the new one is named. */
export function useConfirmProfile(id: string) {
  return useChange((body: { region_id?: string }) =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/profile`, { method: "POST", body })
  )
}

/** What disconnecting would remove and keep, in numbers. */
export function useDisconnectPreview(id: string, enabled: boolean) {
  return useQuery({
    queryKey: posKeys.disconnectPreview(id),
    queryFn: () => ask(disconnectPreviewAnswerSchema, `/admin/pos/connections/${id}/disconnect`),
    select: ({ preview }) => preview,
    enabled,
  })
}

/** Ends a connection, and by choice forgets all that it brought, but for orders and products. */
export function useDisconnect(id: string) {
  return useChange((data: DataAfterDisconnect) =>
    ask(z.looseObject({ id: z.string() }), `/admin/pos/connections/${id}`, { method: "DELETE", query: { data } })
  )
}

/** Looks at the subscription and for missed purchases now. */
export function useCheckNow(id: string) {
  return useChange(() =>
    ask(z.looseObject({ subscription: z.string(), found: z.number() }), `/admin/pos/connections/${id}/check`, {
      method: "POST",
      body: {},
    })
  )
}
