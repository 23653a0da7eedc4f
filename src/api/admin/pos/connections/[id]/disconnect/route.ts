import { POS_MODULE } from "../../../../../../modules/pos"
import { countData, countKept } from "../../../../../../modules/pos/connection-store"
import { pathId } from "../../../../../utils/schemas"
import { defineRead } from "../../../../../utils/define-route"

/**
 * `GET /admin/pos/connections/:id/disconnect` → `{preview}`: counts of what `DELETE …/:id` would remove and keep;
 * nothing is changed. `service`: what is removed at the POS; `wiped`: rows of each kind of data that `data=wipe`
 * permanently deletes (`product_links`, `variant_links`, `category_links`, `unlinked_products`, `images`, `stock_movements`,
 * `stock_differences`, `receipts`, `gift_cards`, `account_transactions`, `inbox_entries`, `runs`, `plans`); `kept`: the store's
 * orders and products that come from the connection or are linked to it, which are always kept;
 * `details_erased_after_months`: months after the sale when orders lose their details of persons and cards, whether
 * their receipts are wiped or not, null: never. 404 when unknown.
 */
export const GET = defineRead({ access: "manage" }).handle(async (request, response) => {
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
})
