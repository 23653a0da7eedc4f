import { entityId } from "../../modules/pos/entity-id"
import type { ReturnedLine } from "../../translate/returned-lines"
import type { RefundOfOrder } from "./refund-of-order"
import { type AddRow, bigNumber, moments } from "./row-values"

/** The rows of a return that was asked for and received over the counter in one go. */
export function addReturn(
  add: AddRow,
  { receipt, order, stockLocationId }: RefundOfOrder,
  returned: ReturnedLine[]
): void {
  const returnId = entityId("return")
  const changeId = entityId("ordch")
  const shared = { order_id: order.id, version: order.version + 1, return_id: returnId, ...moments(receipt) }
  add("return", {
    id: returnId,
    order_id: order.id,
    order_version: order.version,
    status: "received",
    location_id: stockLocationId,
    no_notification: true,
    requested_at: receipt.soldAt,
    received_at: receipt.soldAt,
    metadata: {
      pos_purchase_uuid: receipt.purchaseUuid,
      pos_receipt_number: receipt.receiptNumber,
      pos_cashier: receipt.cashier,
    },
    ...moments(receipt),
  })
  add("order_change", {
    id: changeId,
    status: "confirmed",
    confirmed_at: receipt.soldAt,
    change_type: "return_receive",
    ...shared,
  })
  for (const { id, quantity } of returned) {
    add("return_item", {
      id: entityId("retitem"),
      return_id: returnId,
      item_id: id,
      metadata: {},
      ...bigNumber("quantity", quantity),
      ...bigNumber("received_quantity", quantity),
      ...bigNumber("damaged_quantity", 0),
      ...moments(receipt),
    })
    for (const action of ["RETURN_ITEM", "RECEIVE_RETURN_ITEM"]) {
      add("order_change_action", {
        id: entityId("ordchact"),
        order_change_id: changeId,
        reference: "return",
        reference_id: returnId,
        action,
        details: { quantity: Number(quantity), reference_id: id },
        applied: true,
        ...shared,
      })
    }
  }
}
