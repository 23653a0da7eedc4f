import { POS_MODULE } from "../../../../modules/pos"
import { inboundSettingsSchema, outboundSettingsSchema } from "../../../../contract/settings"
import { RECOMMENDED_SCOPES, REQUIRED_SCOPES } from "../../../../features/connection"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/service` → `{service}`: the developer's configuration, as far as a merchant needs it before
 * connecting. Never a secret.
 */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
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
        outbound_settings: outboundSettingsSchema.parse({}),
        inbound_settings: {
          stock_sync: options.addresses?.inventoryUrl ? "two_way" : "pos_to_store",
          ...inboundSettingsSchema.parse({}),
        },
      },
      writes_stock: Boolean(options.addresses?.inventoryUrl),
    },
  })
})
