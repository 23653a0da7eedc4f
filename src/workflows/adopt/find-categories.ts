import type { MedusaContainer } from "@medusajs/framework/types"
import { createProductCategoriesWorkflow } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { linkCategories } from "../../modules/pos/queries/catalogue/links"
import {
  type CounterCategory,
  findCounterCategories,
  type KnownCategory,
} from "../../medusa-tables/catalogue/counter-categories"

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
  const pos = container.resolve(POS_MODULE)
  const read = async () => pos.query((sql) => findCounterCategories(sql, connectionId, named))
  const idOf = (rows: KnownCategory[]) => {
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
  await pos.query((sql) => linkCategories(sql, connectionId, found))
  return new Map(found.map(({ category_uuid, category_id }) => [category_uuid, category_id]))
}
