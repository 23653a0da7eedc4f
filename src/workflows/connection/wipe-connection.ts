import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { countKept, findNewestSale, isBusy, wipeData } from "../../modules/pos/queries/connection/connections"

/** How long pumps that are at work may take to end. */
const PATIENCE_MS = 30_000
const LOOK_MS = 200

/** Pumps still work on what is to be wiped. */
class ConnectionBusyError extends MedusaError {
  constructor(connectionId: string) {
    super(
      MedusaError.Types.CONFLICT,
      `The connection ${connectionId} is disconnected, and something of it is still being written. Wipe it again in two minutes.`
    )
  }
}

/**
 * Forgets all data of a disconnected connection, in one transaction; wiping again finishes what a crash left. Its row stays and remembers no more than since when
 * the shop has its orders, so that nothing is brought in a second time when the organisation comes back.
 */
export async function wipeConnection(container: MedusaContainer, connectionId: string): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const isBusyNow = async () => pos.query((sql, now) => isBusy(sql, connectionId, now))
  for (let waited = 0; await isBusyNow(); waited += LOOK_MS) {
    if (waited >= PATIENCE_MS) {
      throw new ConnectionBusyError(connectionId)
    }
    await sleep(LOOK_MS)
  }
  const connection = await pos.findConnection(connectionId)
  const wiped_at = await pos.now()
  const { orders } = await pos.query((sql) => countKept(sql, connectionId))
  const newest = await pos.query((sql) => findNewestSale(sql, connectionId))
  // By the service's own clock: what was sold later has no order yet, and is mirrored when the organisation comes back.
  const since = newest ? new Date(newest.getTime() + 1) : wiped_at
  await pos.updatePosConnections({
    ...{ id: connectionId, wiped_at, state_reason: "Disconnected by hand, with all its data" },
    ...(newest || !connection.wiped_at ? { receipts_since: since, stock_since: since } : {}),
    orders_since: connection.orders_since ?? (orders > 0 ? (connection.receipts_since ?? connection.created_at) : null),
    ...{ purchase_cursor: null, purchase_gaps: null, purchases_polled_at: null, last_notification_at: null },
    ...{ unheard: 0, unheard_since: null },
    ...{ audit_cursor: null, swept_at: null, push_held: false, circuit_open_until: null, profile_warning: null },
  })
  await pos.transaction(async (sql) => wipeData(sql, connectionId))
}
