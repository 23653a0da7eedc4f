import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosMoneyDifference } from "../../../../modules/pos/models"

/** A difference as it is told; amounts are integers of minor units. */
export function presentMoneyDifference({
  deleted_at: _deleted,
  expected,
  found,
  ...difference
}: InferTypeOf<typeof PosMoneyDifference>) {
  return { ...difference, expected: Number(expected), found: found === null ? null : Number(found) }
}
