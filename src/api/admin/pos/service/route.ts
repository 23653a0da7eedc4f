import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { RECOMMENDED_SCOPES, REQUIRED_SCOPES } from "../../../../workflows/connect/scopes"

/**
 * `GET /admin/pos/service` → `{service}`: what the shop's developer has configured, as far as a merchant needs to know
 * it before connecting. Never a secret.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const options = await request.scope.resolve(POS_MODULE).getOptions()
  response.json({
    service: {
      configured: options.addresses !== null,
      brand: options.brand,
      key_page_url: options.keyPageUrl,
      required_scopes: REQUIRED_SCOPES,
      recommended_scopes: RECOMMENDED_SCOPES,
      public_url: options.publicUrl,
      contact_email: options.contactEmail,
      can_seal: options.encryptionKeys.length > 0,
      writes_stock: Boolean(options.addresses?.inventoryUrl),
    },
  })
}
