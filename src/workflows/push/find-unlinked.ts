import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { planByIndexes } from "../../modules/pos/database/sql"
import { findSellers } from "../../medusa-tables/catalogue/find-sellers"
import { pushSettingsSchema } from "../../vocabulary/push-settings"

/**
 * Which of connections sell products that they have no link of, and which products: asked of all at once, so that a shop of
 * many merchants does not look at each for a product of one. Whose settings cannot be read has all of them, and whoever
 * looks at it is told so.
 */
export async function findUnlinked(
  container: MedusaContainer,
  connections: Pick<ConnectionRecord, "id" | "push_settings">[],
  productIds: string[]
): Promise<Map<string, string[]>> {
  if (productIds.length === 0) {
    return new Map()
  }
  const read = connections.map(({ id, push_settings }) => ({
    id,
    settings: pushSettingsSchema.safeParse(push_settings ?? {}),
  }))
  const sellers = read.flatMap(({ id, settings }) =>
    settings.success ? [{ connectionId: id, selection: settings.data.selection }] : []
  )
  const found = await container.resolve(POS_MODULE).transaction(async (sql) => {
    await planByIndexes(sql)
    return findSellers(sql, sellers, productIds)
  })
  return new Map([
    ...found.map((one) => [one.connection_id, one.product_ids] as const),
    ...read.flatMap(({ id, settings }) => (settings.success ? [] : [[id, productIds] as const])),
  ])
}
