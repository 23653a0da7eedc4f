import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../../modules/pos"
import { countData, countKept } from "../../../../../../modules/pos/queries/connection/connections"
import { pathId } from "../../../../../utils/id-schema"

/**
 * `GET /admin/pos/connections/:id/disconnect` → `{preview}`: what `DELETE …/:id` would remove and keep, in numbers; nothing
 * is changed. `service`: what goes at the service; `wiped`: rows of each kind of data that `data=wipe` forgets for good
 * (product_links, variant_links, category_links, product_candidates, pictures, stock_movements, stock_differences,
 * receipts, gift_cards, account_transactions, inbox_entries, runs, plans); `kept`: orders and products of the shop
 * that came of the connection or are linked to it, which stay in any case; `details_erased_after_months`: so
 * long after the sale the orders lose what they say of persons and cards, whether their receipts are wiped or not, null:
 * never. 404 when unknown.
 */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(pathId(request))
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connection.id })
  response.json({
    preview: {
      service: {
        subscription: subscription !== undefined,
        credentials: connection.api_key_sealed !== null || connection.authorization_id !== null,
      },
      wiped: await pos.query((sql) => countData(sql, connection.id)),
      details_erased_after_months: (await pos.getOptions()).retention.receiptDetailMonths,
      kept: await pos.query((sql) => countKept(sql, connection.id)),
    },
  })
}
