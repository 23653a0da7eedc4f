import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { DataAfterDisconnect } from "../../contract/connection"
import { POS_MODULE } from "../../modules/pos"
import { countKept, findNewestSale, isBusy, wipeData } from "../../modules/pos/connection-store"
import { PosError } from "../../modules/pos/errors"
import type { PosClient } from "../../pos-api/client"
import { toConnectError } from "./errors"
import { areUseless, deleteSubscription } from "./subscriptions"

/**
 * `revoke`: also ends the key or the application connection at the POS; `data`: keeps or wipes the data other than the
 * store's own.
 */
export type DisconnectInput = { connection_id: string; data: DataAfterDisconnect; revoke: boolean }

/**
 * Disconnects a connection: deletes the subscription and optionally the credentials at the POS, and the stored secrets.
 * With kept data, the organization can reconnect without duplicates. Wiped data is permanently deleted, but the store
 * keeps its orders and products. Credentials that no longer work do not prevent it.
 */
export const posDisconnectStep = createStep(
  "pos-disconnect",
  async ({ connection_id, data, revoke }: DisconnectInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const { authorization_id } = await pos.findConnection(connection_id)
    try {
      if ((await deleteSubscription(container, connection_id)) && revoke) {
        await leaveApplication(await pos.clientOf(connection_id))
      }
    } catch (error) {
      throw toConnectError(error)
    }
    await pos.deletePosSubscriptions({ connection_id })
    await pos.updatePosConnections({
      id: connection_id,
      state: "disconnected",
      state_reason: "Disconnected by hand",
      api_key_sealed: null,
      authorization_id: null,
      credentials_expire_at: null,
    })
    if (authorization_id !== null) {
      await pos.deletePosAuthorizations(authorization_id)
    }
    if (data === "wipe") {
      await wipeConnection(container, connection_id)
    }
    return new StepResponse({ id: connection_id, wiped: data === "wipe" })
  }
)

/**
 * Disconnects a connection, and keeps or permanently deletes its data.
 * @see posDisconnectStep
 */
export const posDisconnectWorkflow = createWorkflow("pos-disconnect", (input: DisconnectInput) => {
  return new WorkflowResponse(posDisconnectStep(input))
})

async function leaveApplication(client: PosClient): Promise<void> {
  try {
    await client.users.removeApplicationConnection()
  } catch (error) {
    if (!areUseless(error)) {
      throw error
    }
  }
}

/** The longest wait for busy workers, in milliseconds. */
const PATIENCE_MS = 30_000
const LOOK_MS = 200

/** Workers still process data that is to be wiped. */
class ConnectionBusyError extends PosError {
  constructor(connectionId: string) {
    super(
      "pos_connection_busy",
      `The connection ${connectionId} is disconnected, and something of it is still being written. Wipe it again in two minutes.`
    )
  }
}

/**
 * Deletes all data of a disconnected connection in one transaction; a repeat completes what a crash interrupted. The
 * connection's row stays and stores since when the store has its orders, so that a reconnect does not import them
 * again.
 */
async function wipeConnection(container: MedusaContainer, connectionId: string): Promise<void> {
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
  // By the POS's clock: later sales have no order yet and are imported on a reconnect.
  const since = newest ? new Date(newest.getTime() + 1) : wiped_at
  await pos.updatePosConnections({
    id: connectionId,
    wiped_at,
    state_reason: "Disconnected by hand, with all its data",
    ...(newest || !connection.wiped_at ? { receipts_since: since, stock_since: since } : {}),
    orders_since: connection.orders_since ?? (orders > 0 ? (connection.receipts_since ?? connection.created_at) : null),
    purchase_cursor: null,
    purchase_gaps: null,
    purchases_polled_at: null,
    last_notification_at: null,
    missed_webhook_count: 0,
    webhooks_missed_since: null,
    audit_cursor: null,
    swept_at: null,
    push_held: false,
    circuit_open_until: null,
    profile_warning: null,
    merchant_details: null,
  })
  await pos.transaction(async (sql) => wipeData(sql, connectionId))
}
