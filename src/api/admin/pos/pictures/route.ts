import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/queries/list-page"
import { pictureListRoute } from "./middlewares"
import { presentPicture } from "./present"

/** `GET /admin/pos/pictures?state=invalid` → `{pictures, count, count_is_lower_bound, offset, limit}`: what the service has, and why not. */
export const GET = pictureListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "pictures", filters, page: { limit, offset } })
  )
  const pictures = inOrder(ids, await pos.listPosPictures({ id: ids }, { take: null }))
  response.json({
    pictures: pictures.map(presentPicture),
    ...counted,
    offset,
    limit,
  })
})
