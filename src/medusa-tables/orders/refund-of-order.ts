import type { ReceiptOrder } from "../../translate/receipt-order"
import type { MirroredOrderState } from "./read-mirrored-orders"

/** A refund on its way onto the order of its sale. `receipt` is its mirror image, with positive amounts. */
export type RefundOfOrder = { receipt: ReceiptOrder; order: MirroredOrderState; stockLocationId: string }
