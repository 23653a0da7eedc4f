import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { planByIndexes } from "../../modules/pos/database/sql"
import { type ConnectionHealth, readHealth } from "../../modules/pos/queries/connection/read-health"

/**
 * How a connection stands, read by indexes: how many entries came since a moment PostgreSQL cannot tell before it counts,
 * and would rather read all of years.
 * @param since from when on an entry counts as received today
 */
export async function readConnectionHealth(
  container: MedusaContainer,
  connectionId: string,
  since: Date
): Promise<ConnectionHealth | null> {
  return container.resolve(POS_MODULE).transaction(async (sql) => {
    await planByIndexes(sql)
    return readHealth(sql, connectionId, since)
  })
}
