import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosReceipt } from "../../../../modules/pos/models"

/** A receipt without its payload; amounts are integers in minor units. */
export function presentReceipt({
  deleted_at: _deleted,
  payload: _payload,
  ...receipt
}: InferTypeOf<typeof PosReceipt>) {
  return {
    ...receipt,
    amount: Number(receipt.amount),
    vat_amount: receipt.vat_amount === null ? null : Number(receipt.vat_amount),
  }
}
