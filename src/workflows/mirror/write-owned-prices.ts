import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { type BasePrice, findBasePrices } from "../../medusa-tables/catalogue/find-base-prices"
import type { OwnedChanges, VariantChanges } from "../../translate/owned-changes"
import { isWritable } from "../../translate/price-sources"
import { priceSourceIds, readPriceSources } from "../push/price-sources"

type PricedVariant = VariantChanges & { price: string; priceSet: BasePrice }

/**
 * Writes prices that the POS owns to where the prices come from that they replace: the chosen price list, else the base
 * price of the connection's region or of its currency. A price of another list or of a sale is left alone, and so are all
 * while what was chosen is deleted.
 * @returns ids of products with prices that were not written
 */
export async function writeOwnedPrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changes: OwnedChanges[]
): Promise<string[]> {
  const changed = changes.flatMap(({ productId, variants }) =>
    variants.flatMap((variant) => (variant.price === undefined ? [] : [{ productId, variant, price: variant.price }]))
  )
  if (changed.length === 0) {
    return []
  }
  const sources = await readPriceSources(container, connection, [])
  const { regionId } = priceSourceIds(connection)
  const priceSets = await container.resolve(POS_MODULE).query((sql) =>
    findBasePrices(sql, {
      variantIds: changed.map(({ variant }) => variant.id),
      currencyCode: connection.currency_code,
      regionId,
    })
  )
  const writable = changed.flatMap(({ variant, price }): PricedVariant[] => {
    const priceSet = priceSets.get(variant.id)
    return priceSet && isWritable(variant, sources) ? [{ ...variant, price, priceSet }] : []
  })
  await writeListPrices(container, connection, writable)
  await writeBasePrices(container, connection, writable)
  const unwritten = changed.filter(({ variant }) => !isWritable(variant, sources))
  return [...new Set(unwritten.map(({ productId }) => productId))]
}

async function writeListPrices(
  container: MedusaContainer,
  { currency_code }: ConnectionRecord,
  changed: PricedVariant[]
): Promise<void> {
  const data = changed.flatMap(({ price, priceSet, priceSource }) =>
    priceSource?.kind === "chosen-list" && priceSource.priceListId !== null
      ? [
          {
            price_list_id: priceSource.priceListId,
            prices: [{ id: priceSource.priceId, price_set_id: priceSet.price_set_id, amount: price, currency_code }],
          },
        ]
      : []
  )
  if (data.length > 0) {
    await container.resolve(Modules.PRICING).updatePriceListPrices(data)
  }
}

async function writeBasePrices(
  container: MedusaContainer,
  connection: ConnectionRecord,
  changed: PricedVariant[]
): Promise<void> {
  const { regionId } = priceSourceIds(connection)
  const data = changed
    .filter(({ priceSource }) => priceSource?.kind !== "chosen-list")
    .map(({ price, priceSet }) => ({
      priceSetId: priceSet.price_set_id,
      prices: [
        {
          amount: price,
          currency_code: connection.currency_code,
          // Named even so: the price that is there is found by them, too.
          min_quantity: null,
          max_quantity: null,
          rules: priceSet.is_regional ? { region_id: regionId } : undefined,
        },
      ],
    }))
  if (data.length > 0) {
    await container.resolve(Modules.PRICING).addPrices(data)
  }
}
