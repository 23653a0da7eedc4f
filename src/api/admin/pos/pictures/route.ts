import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { pictureListQuerySchema } from "../push-validators"

/** `GET /admin/pos/pictures?state=invalid` → `{pictures, count, offset, limit}`: what the service has, and why not. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = pictureListQuerySchema.parse(request.validatedQuery)
  const [pictures, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosPictures(filters, { take: limit, skip: offset, order: { updated_at: "DESC" } })
  response.json({ pictures: pictures.map(({ deleted_at: _deleted, ...picture }) => picture), count, offset, limit })
}
