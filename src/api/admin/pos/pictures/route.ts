import type { InferTypeOf } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import type { PosImage } from "../../../../modules/pos/models"
import { pictureListRoute } from "./middlewares"

/**
 * `GET /admin/pos/pictures?state=invalid` → `{pictures, count, count_is_lower_bound, offset, limit}`: the state of
 * images at the POS, with the reason of failures.
 */
export const GET = pictureListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "pictures", filters, page: { limit, offset } })
  )
  const pictures = inOrder(ids, await pos.listPosImages({ id: ids }, { take: null }))
  response.json({
    pictures: pictures.map(presentPicture),
    ...counted,
    offset,
    limit,
  })
})

/** Converts an image of the store and its state at the POS for the API. */
export function presentPicture(picture: InferTypeOf<typeof PosImage>) {
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
