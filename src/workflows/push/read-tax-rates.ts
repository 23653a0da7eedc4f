import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BigNumber } from "bignumber.js"
import { z } from "@medusajs/framework/zod"
import type { ConnectionRecord } from "../connection-record"

const taxLineSchema = z.object({ line_item_id: z.string(), rate: z.number().nullable() })
const regionSchema = z.object({ countries: z.array(z.object({ iso_2: z.string() })).nullish() })

/**
 * The tax rate of each product where the organisation sells, in percent as text, by Medusa's own tax regions with
 * their overrides for products and types. Products without a rate are absent.
 */
export async function readTaxRates(
  container: MedusaContainer,
  connection: ConnectionRecord,
  products: { id: string; type_id?: string | null }[]
): Promise<Map<string, string>> {
  const countryCode = connection.country_code ?? (await firstCountryOf(container, connection.region_id))
  if (!countryCode || products.length === 0) {
    return new Map()
  }
  const lines = await container.resolve(Modules.TAX).getTaxLines(
    products.map((product) => ({
      id: product.id,
      product_id: product.id,
      product_type_id: product.type_id ?? undefined,
      quantity: 1,
      unit_price: 100,
    })),
    { address: { country_code: countryCode } }
  )
  const rates = new Map<string, BigNumber>()
  for (const { line_item_id, rate } of z.array(taxLineSchema).parse(lines)) {
    rates.set(line_item_id, (rates.get(line_item_id) ?? new BigNumber(0)).plus(rate ?? 0))
  }
  return new Map([...rates].map(([productId, rate]) => [productId, rate.toFixed()]))
}

async function firstCountryOf(container: MedusaContainer, regionId: string): Promise<string | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "region", fields: ["countries.iso_2"], filters: { id: regionId } })
  const [region] = z.array(regionSchema).parse(data)
  return region?.countries?.[0]?.iso_2 ?? null
}
