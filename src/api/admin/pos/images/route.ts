import type { InferTypeOf } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import type { PosImage } from "../../../../modules/pos/models"
import { imageListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/images?state=invalid` → `{images, count, count_is_lower_bound, offset, limit}`: the state of
 * images at the POS, with the reason of failures.
 */
export const GET = defineRead({
  access: "view",
  query: imageListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "images", filters, page: { limit, offset } })
  )
  const images = inOrder(ids, await pos.listPosImages({ id: ids }, { take: null }))
  response.json({
    images: images.map(presentImage),
    ...counted,
    offset,
    limit,
  })
})

/** Converts an image of the store and its state at the POS for the API. */
export function presentImage(image: InferTypeOf<typeof PosImage>) {
  return {
    id: image.id,
    connection_id: image.connection_id,
    url: image.url,
    state: image.state,
    lookup_key: image.lookup_key,
    image_url: image.image_url,
    reason: image.reason,
    attempts: image.attempts,
    next_attempt_at: image.next_attempt_at,
    created_at: image.created_at,
    updated_at: image.updated_at,
  }
}
