import { useQuery } from "@tanstack/react-query"
import {
  dismissAnswerSchema,
  inboxEntriesAnswerSchema,
  inboxEntryAnswerSchema,
  replayAnswerSchema,
} from "../../lib/answers/events"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { useChange } from "../common/use-mutation-toasts"
import { type ListQuery, useList } from "../common/use-list"

export function useInboxEntries(query: ListQuery, enabled = true) {
  return useList({
    key: posKeys.inboxEntries(query),
    schema: inboxEntriesAnswerSchema,
    path: "/admin/pos/inbox-entries",
    query,
    enabled,
  })
}

export function useInboxEntry(id: string) {
  return useQuery({
    queryKey: posKeys.inboxEntry(id),
    queryFn: () => ask(inboxEntryAnswerSchema, `/admin/pos/inbox-entries/${id}`),
    select: ({ inbox_entry }) => inbox_entry,
    enabled: id !== "",
  })
}

/** Tries dead entries of a connection again; without ids all of them. */
export function useReplay() {
  return useChange((body: { connection_id: string; ids?: string[] }) =>
    ask(replayAnswerSchema, "/admin/pos/inbox-entries/replay", { method: "POST", body })
  )
}

/** Sets dead entries of a connection aside; without ids all of them. */
export function useDismiss() {
  return useChange((body: { connection_id: string; ids?: string[]; reason?: string | undefined }) =>
    ask(dismissAnswerSchema, "/admin/pos/inbox-entries/dismiss", { method: "POST", body })
  )
}
