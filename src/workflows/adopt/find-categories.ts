import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createProductCategoriesWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { POS_MODULE } from "../../modules/pos"
import { linkCategories } from "../../modules/pos/queries/catalogue/links"
import { sqlOn } from "../../modules/pos/database/sql"

type CounterCategory = { uuid: string; name: string }

const knownSchema = z.object({ category_uuid: z.string().nullable(), id: z.string(), name: z.string() })

/**
 * The shop's categories for those of the counter: linked under their UUID, else of the same name. What the shop does not
 * have is made, hidden from the storefront until the merchant shows it.
 * @returns category UUID → category id
 */
export async function findCategories(
  container: MedusaContainer,
  connectionId: string,
  wanted: CounterCategory[]
): Promise<Map<string, string>> {
  const named = [...new Map(wanted.map((one) => [one.uuid, one])).values()].filter(({ name }) => name.trim() !== "")
  if (named.length === 0) {
    return new Map()
  }
  const read = async () =>
    sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))(
      knownSchema,
      `SELECT link.category_uuid, category.id, category.name FROM product_category AS category
       LEFT JOIN pos_category_link AS link
         ON link.category_id = category.id AND link.connection_id = ? AND link.deleted_at IS NULL
       WHERE category.deleted_at IS NULL AND (link.category_uuid = ANY(?) OR lower(category.name) = ANY(?))
       ORDER BY category.created_at DESC`,
      [connectionId, named.map(({ uuid }) => uuid), named.map(({ name }) => name.toLowerCase())]
    )
  const idOf = (rows: z.infer<typeof knownSchema>[]) => {
    const byUuid = new Map(rows.map((row) => [row.category_uuid, row.id]))
    const byName = new Map(rows.map((row) => [row.name.toLowerCase(), row.id]))
    return ({ uuid, name }: CounterCategory) => byUuid.get(uuid) ?? byName.get(name.toLowerCase())
  }
  const known = idOf(await read())
  const missing = new Map(named.filter((one) => !known(one)).map(({ name }) => [name.toLowerCase(), name]))
  if (missing.size > 0) {
    await createProductCategoriesWorkflow(container).run({
      input: { product_categories: [...missing.values()].map((name) => ({ name, is_active: false })) },
    })
  }
  const all = missing.size > 0 ? idOf(await read()) : known
  const found = named.flatMap((one) => {
    const id = all(one)
    return id ? [{ category_id: id, category_uuid: one.uuid }] : []
  })
  await container.resolve(POS_MODULE).query((sql) => linkCategories(sql, connectionId, found))
  return new Map(found.map(({ category_uuid, category_id }) => [category_uuid, category_id]))
}
