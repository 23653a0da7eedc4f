import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosInboxEntry } from "../../../../modules/pos/models"

/** An inbox entry without its payload. */
export function presentInboxEntry({
  deleted_at: _deleted,
  payload: _payload,
  ...entry
}: InferTypeOf<typeof PosInboxEntry>) {
  return entry
}
