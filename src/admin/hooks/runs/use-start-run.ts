import { z } from "zod"
import { ask } from "../../lib/http/ask"
import { useChange } from "../common/use-change"

/** Starts a full sync: everything that differs goes to the counter. */
export function useStartPush(id: string) {
  return useChange(() =>
    ask(z.looseObject({ total: z.number() }), `/admin/pos/connections/${id}/push`, { method: "POST", body: {} })
  )
}

/** Brings the receipts since a day into the shop, as a run that goes on by itself. */
export function useBackfill(id: string) {
  return useChange((since: string) =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/backfill`, {
      method: "POST",
      body: { since },
    })
  )
}

/** Compares the levels of both sides now, as a run. */
export function useReconcile(id: string) {
  return useChange(() =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/reconcile`, { method: "POST" })
  )
}

/** Compares receipts, orders, purchases and payouts now, as a run. */
export function useCheckMoney(id: string) {
  return useChange(() =>
    ask(z.looseObject({ run_id: z.string() }), `/admin/pos/connections/${id}/check-money`, { method: "POST" })
  )
}
