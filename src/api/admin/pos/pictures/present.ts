import type { InferTypeOf } from "@medusajs/framework/types"
import type { PosPicture } from "../../../../modules/pos/models"

/** A picture of the store, and what became of it at the POS. */
export function presentPicture(picture: InferTypeOf<typeof PosPicture>) {
  return {
    id: picture.id,
    connection_id: picture.connection_id,
    url: picture.url,
    state: picture.state,
    lookup_key: picture.lookup_key,
    image_url: picture.image_url,
    reason: picture.reason,
    attempts: picture.attempts,
    next_attempt_at: picture.next_attempt_at,
    created_at: picture.created_at,
    updated_at: picture.updated_at,
  }
}
