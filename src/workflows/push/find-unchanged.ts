import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { unchangedAmong } from "../../modules/pos/queries/outbox/product-marks"
import { idRowSchema } from "../../modules/pos/database/sql"
import type { ConnectionRecord } from "../connection/connection-record"
import { bulkRead } from "../../medusa-tables/catalogue/bulk-read"
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
  const { transformProduct } = await container.resolve(POS_MODULE).getOptions()
  const taxRegion = await findTaxRegion(container, connection)
  if (transformProduct || isCustomized() || taxRegion?.isComputed) {
    return new Set()
  }
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const length = Math.ceil(productIds.length / AT_ONCE)
  const parts = Array.from({ length: AT_ONCE }, (_, part) => productIds.slice(part * length, (part + 1) * length))
  const found = await Promise.all(
    parts
      .filter((part) => part.length > 0)
      .map(async (part) => {
        const reading = readingOf(connection, taxRegion, part)
        return bulkRead(knex, idRowSchema, unchangedAmong(connection.id, part, reading), part.length)
      })
  )
  return new Set(found.flat().map(({ id }) => id))
}
