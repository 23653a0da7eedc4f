import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { mirrorSettingsSchema } from "../../../../vocabulary/mirror-settings"
import { pushSettingsSchema } from "../../../../vocabulary/push-settings"
import { RECOMMENDED_SCOPES, REQUIRED_SCOPES } from "../../../../workflows/connection/scopes"

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
      can_sign_in: Boolean(options.oauth?.redirectUrl),
      required_scopes: REQUIRED_SCOPES,
      recommended_scopes: RECOMMENDED_SCOPES,
      public_url: options.publicUrl,
      contact_email: options.contactEmail,
      can_seal: options.encryptionKeys.length > 0,
      defaults: {
        push_settings: pushSettingsSchema.parse({}),
        mirror_settings: {
          stock_policy: options.addresses?.inventoryUrl ? "two-way" : "pos-only",
          ...mirrorSettingsSchema.parse({}),
        },
      },
      writes_stock: Boolean(options.addresses?.inventoryUrl),
    },
  })
}
