import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { findAuditTurns } from "../../modules/pos/queries/rounds/audit-turns"
import { auditProducts } from "../push/audit-products"
import { drainOutbox } from "../push/drain-outbox"
import { withLease } from "../queue/with-lease"
import { eachConnection } from "./each-connection"

/** Products whose content a round checks, of all connections together: some seconds of a worker each minute at most. */
export const PRODUCTS_IN_ROUND = 10_000

/** A turn without products costs as much as one with so many. */
export const LEAST_OF_TURN = 100

/**
 * Checks products by content, connection by connection, those first whose turn was longest ago; where there are many, a
 * connection has its turn every few minutes. No question tells beforehand who has something here: it finds what left no
 * trace.
 */
export async function auditInTurns(container: MedusaContainer): Promise<void> {
  const limit = PRODUCTS_IN_ROUND / LEAST_OF_TURN
  const turns = await container.resolve(POS_MODULE).query((sql) => findAuditTurns(sql, limit))
  let left = PRODUCTS_IN_ROUND
  await eachConnection(
    container,
    "checking contents",
    async (connection) => {
      if (left <= 0) {
        return
      }
      left -= LEAST_OF_TURN
      const audited = await withLease(container, `audit:${connection.id}`, async () =>
        auditProducts(container, connection)
      )
      left -= Math.max(0, (audited?.checked ?? 0) - LEAST_OF_TURN)
      if (audited?.isDue) {
        await drainOutbox(container, connection.id)
      }
    },
    turns
  )
}
