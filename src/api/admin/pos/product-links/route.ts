import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { presentProductLink } from "../presenters"
import { productLinkListQuerySchema } from "../validators"

/** `GET /admin/pos/product-links` → `{product_links, count, offset, limit}`: how each product stands, and why. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = productLinkListQuerySchema.parse(request.validatedQuery)
  const pos = request.scope.resolve(POS_MODULE)
  const [links, count] = await pos.listAndCountPosProductLinks(filters, {
    take: limit,
    skip: offset,
    order: { id: "ASC" },
  })
  const variants = await pos.listPosVariantLinks({ product_link_id: links.map((link) => link.id) }, { take: null })
  response.json({ product_links: links.map((link) => presentProductLink(link, variants)), count, offset, limit })
}
