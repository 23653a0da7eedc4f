import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { BigNumber } from "bignumber.js"
import type { TaxRegion } from "../../medusa-tables/catalogue/read-tax-rates"

const taxLineSchema = z.object({ line_item_id: z.string(), rate: z.number().nullable() })

/**
 * The tax rate of each product by a tax provider that computes, in percent as text. Products without a rate are
 * absent.
 */
export async function computeTaxRates(
  container: MedusaContainer,
  region: TaxRegion,
  products: { id: string; type_id: string | null }[]
): Promise<Map<string, string>> {
  const lines = await container.resolve(Modules.TAX).getTaxLines(
    products.map((product) => ({
      id: product.id,
      product_id: product.id,
      product_type_id: product.type_id ?? undefined,
      quantity: 1,
      unit_price: 100,
    })),
    { address: { country_code: region.countryCode } }
  )
  const rates = new Map<string, BigNumber>()
  for (const { line_item_id, rate } of z.array(taxLineSchema).parse(lines)) {
    rates.set(line_item_id, (rates.get(line_item_id) ?? new BigNumber(0)).plus(rate ?? 0))
  }
  return new Map([...rates].map(([productId, rate]) => [productId, rate.toFixed()]))
}
