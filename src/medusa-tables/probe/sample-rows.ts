import type { TableRows } from "../orders/collect-rows"
import { orderProviders } from "../orders/order-providers"
import { toOrderRows } from "../orders/order-rows"
import { toRefundRows } from "../orders/write-refunds-of-orders"
import { sampleOrder, samplePartRefund, sampleReceipt, sampleVariant, sampleWholeRefund } from "./sample-receipt"

/** Rows of every table that orders and their refunds write to, with every column that they name. */
export function sampleRows(): TableRows {
  const place = { region_id: "region", sales_channel_id: "channel", stock_location_id: "location" }
  const refunds = [samplePartRefund, sampleWholeRefund].map((receipt) => ({
    ...{ receipt, order: sampleOrder, stockLocationId: place.stock_location_id },
  }))
  return [
    ...toOrderRows(
      [{ orderId: "order", receipt: sampleReceipt, variants: [sampleVariant] }],
      place,
      orderProviders({ payment: true, fulfillment: true })
    ),
    ...toRefundRows(refunds).rows,
  ]
}
