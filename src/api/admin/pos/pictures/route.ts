import { POS_MODULE } from "../../../../modules/pos"
import { countListed } from "../../../../modules/pos/queries/count-listed"
import { pictureListRoute } from "./middlewares"
import { presentPicture } from "./present"

/** `GET /admin/pos/pictures?state=invalid` → `{pictures, count, count_is_lower_bound, offset, limit}`: what the service has, and why not. */
export const GET = pictureListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const [pictures, counted] = await Promise.all([
    pos.listPosPictures(filters, { take: limit, skip: offset, order: { updated_at: "DESC" } }),
    pos.query((sql) => countListed(sql, "pictures", filters)),
  ])
  response.json({
    pictures: pictures.map(presentPicture),
    ...counted,
    offset,
    limit,
  })
})
