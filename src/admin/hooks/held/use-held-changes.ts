import type { HoldDecision, MassChangeGroup } from "../../../contract/mass-changes"
import { expectedAnswerSchema, heldChangesAnswerSchema, heldDecidedAnswerSchema } from "../../lib/answers/product"
import { ask } from "../../lib/http/client"
import { posKeys } from "../../lib/http/query-keys"
import { type ListQuery, useList } from "../common/use-list"
import { useChange } from "../common/use-mutation-toasts"

/** The changes of an open hold, all open holds of the connection, and expected mass changes. */
export function useHeldChanges(query: ListQuery) {
  return useList({
    key: posKeys.heldChanges(query),
    schema: heldChangesAnswerSchema,
    path: "/admin/pos/held-changes",
    query,
  })
}

/** Sends held changes, or restores the POS's values; without ids all of the group. */
export function useDecideHeld(connection_id: string) {
  return useChange((body: { change_group: string; decision: HoldDecision; ids?: string[] }) =>
    ask(heldDecidedAnswerSchema, "/admin/pos/held-changes/decide", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}

/** Allows a deliberate mass change. */
export function useExpectChange(connection_id: string) {
  return useChange((body: { change_group: MassChangeGroup; products: number; minutes: number }) =>
    ask(expectedAnswerSchema, "/admin/pos/held-changes/expect", {
      method: "POST",
      body: { connection_id, ...body },
    })
  )
}
