export {
  figuresOfLines,
  figuresOfReceipt,
  getCashier,
  getReceiptNumber,
  ORDER_MAPPING_VERSION,
  soldAt,
  toReceiptOrder,
} from "./order-mapping"
export {
  draftRow,
  getRate,
  isCashRounding,
  namesRate,
  readPaid,
  type ReceiptAdjustment,
  type ReceiptLine,
  type ReceiptLineKind,
  type ReceiptOrder,
} from "./receipt-line-mapping"
export { getRefundedSale, isRefund, reverseRefund } from "./refund-mapping"
export { lockSaleOfOrder, lockSales, lockSalesOfReceipts } from "./sale-locks"
export { agreesWithGroups, getTax, getTaxedLines, type RateFigures, reverseFigures, vatByRate } from "./taxes"
