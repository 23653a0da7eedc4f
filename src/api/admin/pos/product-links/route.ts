import { listLinks } from "../../../../workflows/catalogue/list-links"
import { presentProductLink } from "./present"
import { productLinkListRoute } from "./middlewares"

/**
 * `GET /admin/pos/product-links` → `{product_links, count, count_is_lower_bound, offset, limit}`: how each product stands,
 * and why. With `sides=true` each has `sides`: stock and prices in the store and at the POS.
 * `sides.stock.counter` is the level that was last read of the POS, at `read_at`; `expected` counts newer movements.
 */
export const GET = productLinkListRoute.handle(async (request, response) => {
  const { limit, offset, order, sides: wantsSides, ...matching } = request.validatedQuery
  const { links, titles, sides, variants, ...counted } = await listLinks(request.scope, matching, {
    ...{ order, limit, offset, wantsSides },
  })
  response.json({
    product_links: links.map((link) => ({
      ...presentProductLink(link, variants),
      title: titles.get(link.product_id)?.title ?? null,
      thumbnail: titles.get(link.product_id)?.thumbnail ?? null,
      sides: sides.get(link.id) ?? null,
    })),
    ...{ ...counted, offset, limit },
  })
})
