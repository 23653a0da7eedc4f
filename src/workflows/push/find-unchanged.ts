import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { findUnchangedProducts } from "../../medusa-tables/catalogue/find-unchanged-products"
import { readingOf } from "./read-products"
import { findTaxRegion } from "../../medusa-tables/catalogue/read-tax-rates"
import { isCustomized } from "./customize-products"

/** Connections of the database that one call reads by: two halves of a page are fingerprinted side by side. */
const AT_ONCE = 2

/**
 * Those among the products whose push would find nothing to send, because what the shop's tables hold of them is what it
 * was at their last push. PostgreSQL compares; nothing is read into this process. Where more than the tables decides (a
 * tax provider that computes, a developer's own mapping) nothing can be told so.
 */
export async function findUnchanged(
  container: MedusaContainer,
  connection: ConnectionRecord,
  productIds: string[]
): Promise<Set<string>> {
  const pos = container.resolve(POS_MODULE)
  const { transformProduct } = await pos.getOptions()
  const taxRegion = await pos.query((sql) => findTaxRegion(sql, connection))
  if (transformProduct || isCustomized() || taxRegion?.isComputed) {
    return new Set()
  }
  const length = Math.ceil(productIds.length / AT_ONCE)
  const parts = Array.from({ length: AT_ONCE }, (_, part) => productIds.slice(part * length, (part + 1) * length))
  const found = await Promise.all(
    parts
      .filter((part) => part.length > 0)
      .map(async (part) => {
        const query = readingOf(connection, taxRegion, part)
        return pos.bulk(part.length, (sql) => findUnchangedProducts(sql, connection.id, query))
      })
  )
  return new Set(found.flat())
}
