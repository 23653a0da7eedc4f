import { POS_MODULE } from "../../../../modules/pos"
import { pictureListRoute } from "./middlewares"

/** `GET /admin/pos/pictures?state=invalid` → `{pictures, count, offset, limit}`: what the service has, and why not. */
export const GET = pictureListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const [pictures, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosPictures(filters, { take: limit, skip: offset, order: { updated_at: "DESC" } })
  response.json({ pictures: pictures.map(({ deleted_at: _deleted, ...picture }) => picture), count, offset, limit })
})
