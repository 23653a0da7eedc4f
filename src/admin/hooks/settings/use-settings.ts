import { useQueries, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import {
  type Connection,
  copiedSettingsAnswerSchema,
  inboundSettingsAnswerSchema,
  outboundSettingsAnswerSchema,
} from "../../lib/answers/connection"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"

const digestRecipientSchema = z.looseObject({
  channel: z.string(),
  to: z.string(),
  hour: z.number(),
  time_zone: z.string(),
  language: z.string(),
  /** null: none was due yet */
  last: z
    .looseObject({
      day: z.string(),
      sent_at: z.string().nullable(),
      failure: z.string().nullable(),
    })
    .nullable(),
})

/** A recipient of the daily digest. */
export type DigestRecipient = z.infer<typeof digestRecipientSchema>

/** The daily digest as `GET /admin/pos/digest` returns it. */
const digestAnswerSchema = z.looseObject({
  digest: z.looseObject({
    recipients: z.array(digestRecipientSchema),
    preview: z.looseObject({ language: z.string(), subject: z.string(), text: z.string() }),
  }),
})

/** The recipients of the daily digest, and what it says now. */
export function useDigest() {
  return useQuery({
    queryKey: posKeys.digest,
    queryFn: () => ask(digestAnswerSchema, "/admin/pos/digest"),
    select: ({ digest }) => digest,
  })
}

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

const copiedSettings = (id: string, from: string) => ({
  queryKey: posKeys.copiedSettings(id, from),
  queryFn: async () =>
    ask(copiedSettingsAnswerSchema, `/admin/pos/connections/${id}/copied-settings`, {
      query: { from_connection_id: from },
    }),
  enabled: from !== "",
})

/** What copying the settings of another connection would change; asked for once that one is chosen. */
export function useCopiedSettings(id: string, from: string) {
  return useQuery(copiedSettings(id, from))
}

/** What copying would change in each of several connections; nothing until all of them have answered. */
export function useCopiedSettingsOfEach(connections: Connection[], from: string) {
  const queries = useQueries({ queries: connections.map(({ id }) => copiedSettings(id, from)) })
  const previews = connections.flatMap((connection, index) => {
    const copied = queries[index]?.data
    return copied === undefined ? [] : [{ connection, copied }]
  })
  return {
    data: previews.length === connections.length ? previews : undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: async () => Promise.all(queries.map(async (query) => query.refetch())),
  }
}

/** Copies settings of another connection to a connection. @throws FetchError */
export async function copySettings(id: string, body: { from_connection_id: string; names: string[] }) {
  return ask(copiedSettingsAnswerSchema, `/admin/pos/connections/${id}/copied-settings`, { method: "POST", body })
}

export function useCopySettings(id: string) {
  return useChange(async (body: { from_connection_id: string; names: string[] }) => copySettings(id, body))
}
