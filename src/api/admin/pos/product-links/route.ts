import { POS_MODULE } from "../../../../modules/pos"
import { presentProductLink } from "./present"
import { productLinkListRoute } from "./middlewares"

/** `GET /admin/pos/product-links` → `{product_links, count, offset, limit}`: how each product stands, and why. */
export const GET = productLinkListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const [links, count] = await pos.listAndCountPosProductLinks(filters, {
    take: limit,
    skip: offset,
    order: { id: "ASC" },
  })
  const variants = await pos.listPosVariantLinks({ product_link_id: links.map((link) => link.id) }, { take: null })
  response.json({ product_links: links.map((link) => presentProductLink(link, variants)), count, offset, limit })
})
