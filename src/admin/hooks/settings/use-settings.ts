import { useQuery } from "@tanstack/react-query"
import {
  copiedSettingsAnswerSchema,
  mirrorSettingsAnswerSchema,
  pushSettingsAnswerSchema,
} from "../../lib/answers/settings"
import { ask } from "../../lib/http/ask"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-change"

/** Not read without an id. */
export function usePushSettings(id: string | undefined) {
  return useQuery({
    queryKey: posKeys.pushSettings(id ?? ""),
    queryFn: () => ask(pushSettingsAnswerSchema, `/admin/pos/connections/${id}/push-settings`),
    select: ({ push_settings }) => push_settings,
    enabled: id !== undefined,
  })
}

export function useSavePushSettings(id: string) {
  return useChange((body: object) =>
    ask(pushSettingsAnswerSchema, `/admin/pos/connections/${id}/push-settings`, { method: "POST", body })
  )
}

/** Not read without an id. */
export function useMirrorSettings(id: string | undefined) {
  return useQuery({
    queryKey: posKeys.mirrorSettings(id ?? ""),
    queryFn: () => ask(mirrorSettingsAnswerSchema, `/admin/pos/connections/${id}/mirror-settings`),
    select: ({ mirror_settings }) => mirror_settings,
    enabled: id !== undefined,
  })
}

export function useSaveMirrorSettings(id: string) {
  return useChange((body: object) =>
    ask(mirrorSettingsAnswerSchema, `/admin/pos/connections/${id}/mirror-settings`, { method: "POST", body })
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
