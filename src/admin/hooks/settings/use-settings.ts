import { useQuery } from "@tanstack/react-query"
import {
  copiedSettingsAnswerSchema,
  inboundSettingsAnswerSchema,
  outboundSettingsAnswerSchema,
} from "../../lib/answers/connection"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"

/** Not read without an id. */
export function useOutboundSettings(id: string | undefined) {
  return useQuery({
    queryKey: posKeys.outboundSettings(id ?? ""),
    queryFn: () => ask(outboundSettingsAnswerSchema, `/admin/pos/connections/${id}/outbound-settings`),
    select: ({ outbound_settings }) => outbound_settings,
    enabled: id !== undefined,
  })
}

export function useSaveOutboundSettings(id: string) {
  return useChange((body: object) =>
    ask(outboundSettingsAnswerSchema, `/admin/pos/connections/${id}/outbound-settings`, { method: "POST", body })
  )
}

/** Not read without an id. */
export function useInboundSettings(id: string | undefined) {
  return useQuery({
    queryKey: posKeys.inboundSettings(id ?? ""),
    queryFn: () => ask(inboundSettingsAnswerSchema, `/admin/pos/connections/${id}/inbound-settings`),
    select: ({ inbound_settings }) => inbound_settings,
    enabled: id !== undefined,
  })
}

/** The time zone of the connection's country; null while it is read, and where the country says nothing. */
export function useProposedTimeZone(id: string): string | null {
  const { data } = useQuery({
    queryKey: posKeys.inboundSettings(id),
    queryFn: () => ask(inboundSettingsAnswerSchema, `/admin/pos/connections/${id}/inbound-settings`),
    select: ({ proposed_time_zone }) => proposed_time_zone ?? null,
  })
  return data ?? null
}

export function useSaveInboundSettings(id: string) {
  return useChange((body: object) =>
    ask(inboundSettingsAnswerSchema, `/admin/pos/connections/${id}/inbound-settings`, { method: "POST", body })
  )
}

/** What copying the settings of another connection would change; asked for once that one is chosen. */
export function useCopiedSettings(id: string, from: string) {
  return useQuery({
    queryKey: posKeys.copiedSettings(id, from),
    queryFn: () =>
      ask(copiedSettingsAnswerSchema, `/admin/pos/connections/${id}/copied-settings`, {
        query: { from_connection_id: from },
      }),
    enabled: from !== "",
  })
}

export function useCopySettings(id: string) {
  return useChange((body: { from_connection_id: string; names: string[] }) =>
    ask(copiedSettingsAnswerSchema, `/admin/pos/connections/${id}/copied-settings`, { method: "POST", body })
  )
}
