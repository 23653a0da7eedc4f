import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { POS_MODULE } from "../../modules/pos"
import { forgetNotificationsOf, takeReceipt } from "../../modules/pos/queries/retention/receipt-details"
import { knownTimeZone } from "../overview/time-zone"
import { assertTablesKnown } from "../queue/known-tables"
import { reckonSales } from "../sales/reckon-sales"
import { eraseDetails } from "./erase-details"

export type EraseReceiptInput = { receipt_id: string }

/** @throws MedusaError NOT_FOUND when there is no such receipt, TablesUnknownError */
export const posEraseReceiptStep = createStep("pos-erase-receipt", async (input: EraseReceiptInput, { container }) => {
  await assertTablesKnown(container, "orders")
  const pos = container.resolve(POS_MODULE)
  const { connection_id } = await pos.transaction(async (sql, now) => {
    const [receipt] = await takeReceipt(sql, input.receipt_id)
    if (!receipt) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no receipt ${input.receipt_id}`)
    }
    await eraseDetails(sql, now, [receipt])
    await forgetNotificationsOf(sql, receipt)
    return receipt
  })
  // Whoever was at the till is named in the figures of the day.
  const connection = await pos.findConnection(connection_id)
  await reckonSales(container, { connectionId: connection.id, timeZone: knownTimeZone(connection.time_zone) })
  return new StepResponse({ id: input.receipt_id })
})

/**
 * Erases what one receipt tells of persons, at once: for somebody who asks to be forgotten. Its figures, rows and payments
 * stay for the books. There is no way back, here; the service keeps its own.
 */
export const posEraseReceiptWorkflow = createWorkflow("pos-erase-receipt", (input: EraseReceiptInput) => {
  return new WorkflowResponse(posEraseReceiptStep(input))
})
