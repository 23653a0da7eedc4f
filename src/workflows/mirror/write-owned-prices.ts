import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { OwnedChanges } from "../../translate/owned-changes"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { findBasePrices } from "../../medusa-tables/catalogue/find-base-prices"

/** The price that the till shows is a base price of the connection's region or of its currency. */
export async function writeOwnedPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: OwnedChanges[]
) {
  const changed = changes.flatMap(({ variants }) => variants.filter(({ price }) => price !== undefined))
  if (changed.length === 0) {
    return
  }
  const regionId = pushSettingsOf(connection).price.region_id ?? connection.region_id
  const places = await container.resolve(POS_MODULE).query((sql) =>
    findBasePrices(sql, {
      variantIds: changed.map(({ id }) => id),
      currencyCode: connection.currency_code,
      regionId,
    })
  )
  await container.resolve(Modules.PRICING).addPrices(
    changed.flatMap(({ id, price }) => {
      const place = places.get(id)
      return place && price !== undefined
        ? [
            {
              priceSetId: place.price_set_id,
              prices: [
                {
                  amount: price,
                  currency_code: connection.currency_code,
                  // Named even so: the price that is there is found by them, too.
                  ...{ min_quantity: null, max_quantity: null },
                  ...(place.is_regional ? { rules: { region_id: regionId } } : {}),
                },
              ],
            },
          ]
        : []
    })
  )
}
