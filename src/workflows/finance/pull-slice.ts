import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { type AccountRow, breakPull } from "../../modules/pos/queries/finance/accounts"
import { storeAccountTransactions } from "../../modules/pos/queries/finance/store-account-transactions"
import { PosForbiddenError } from "../../pos-api/client"
import { recordServiceError } from "../connection/circuit-breaker"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { readSlice } from "./read-slice"

/** `start` and `end` are ISO 8601; `end` is over. */
export type PullSliceInput = {
  account: Pick<AccountRow, "id" | "connection_id" | "account_group">
  start: string
  end: string
}

/** `too-dense`: nothing was stored, the period is to be halved. `stopped`: the account says why. */
export type PulledSlice =
  { outcome: "stored"; read: number; stored: number } | { outcome: "too-dense" } | { outcome: "stopped" }

const MISSING_SCOPE =
  "The API key lacks the scope READ:FINANCE, so account transactions and payouts cannot be read. " +
  "Create a key with it and connect again; everything else goes on."

/** Reads one closed period of an account and stores it. What fails is noted at the account and the connection. */
export const posPullSliceStep = createStep("pos-pull-slice", async (input: PullSliceInput, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const { id, connection_id, account_group } = input.account
  const [start, end] = [new Date(input.start), new Date(input.end)]
  try {
    const client = await pos.clientOf(connection_id, "bulk")
    const slice = await readSlice(client.accountTransactions, { group: account_group, start, end })
    if (slice === null) {
      return new StepResponse<PulledSlice>({ outcome: "too-dense" })
    }
    const { rows, unreadable } = slice
    await keepUnreadable(container, connection_id, unreadable, {
      kind: "account-transaction",
      beside: { group: account_group },
    })
    const stored = await pos.query((sql) =>
      storeAccountTransactions(sql, { connectionId: connection_id, group: account_group, start, end }, rows)
    )
    return new StepResponse<PulledSlice>({ outcome: "stored", read: rows.length + unreadable.length, stored })
  } catch (error) {
    const forbidden = error instanceof PosForbiddenError
    const reason = forbidden ? MISSING_SCOPE : await recordServiceError(container, connection_id, error)
    await pos.query((sql) => breakPull(sql, id, forbidden ? "forbidden" : "failing", reason))
    return new StepResponse<PulledSlice>({ outcome: "stopped" })
  }
})

/** @see posPullSliceStep */
export const posPullSliceWorkflow = createWorkflow("pos-pull-slice", (input: PullSliceInput) => {
  return new WorkflowResponse(posPullSliceStep(input))
})
