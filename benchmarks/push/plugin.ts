import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { POS_MODULE } from "../../src/modules/pos"
import { sqlOn } from "../../src/modules/pos/database/sql-on"
import { countProductLinks } from "../../src/features/catalog/outbox"
import { posDisconnectWorkflow } from "../../src/features/connection/disconnect"
import { posQueueCatalogStep } from "../../src/features/connection/connect"
import { drainOutbox } from "../../src/features/catalog/push"
import { connect } from "../../test-support/connect"
import { secondsSince } from "../measure"
import type { Stage } from "./contender"

const LOOK_MS = 20

/** In this time the POS reports more, as long as there is more. */
const ECHO_LOOK_MS = 500

const countsSchema = z.object({ reported: z.number(), pending: z.number() })

/** The plugin did not bring what it was to bring; figures of it would say nothing. */
export class IncompleteSyncError extends Error {
  constructor(counts: object, products: number) {
    super(`The plugin was to bring ${products} products and ended with ${JSON.stringify(counts)}`)
    this.name = "IncompleteSyncError"
  }
}

/** The register has products already, so that the push waits for a plan. */
export class HeldSyncError extends Error {
  constructor() {
    super("The register was to be empty, but the push waits for a plan of what it holds")
    this.name = "HeldSyncError"
  }
}

const benchQueueCatalogWorkflow = createWorkflow("bench-queue-catalog", (connectionId: string) => {
  return new WorkflowResponse(posQueueCatalogStep(connectionId))
})

/**
 * Connects an empty POS and waits until the catalog is there. The seconds are those of the run, from its beginning to
 * its end: to check a key and to subscribe is no part of a sync. @throws IncompleteSyncError
 */
export async function firstSync(
  { container, shop, posDriver }: Stage,
  products: number
): Promise<{ connectionId: string; seconds: number }> {
  const pos = container.resolve(POS_MODULE)
  const { connectionId, runId } = await connect(container, shop, posDriver.apiKey)
  // Stock follows the products through the same outbox; this benchmark is about products.
  await pos.updatePosConnections({ id: connectionId, stock_sync: "pos_to_store" })
  await runEnded(container, runId)
  const { created_at, finished_at } = await pos.retrievePosRun(runId ?? "")
  await settle(container, connectionId, products)
  return { connectionId, seconds: ((finished_at?.getTime() ?? Number.NaN) - created_at.getTime()) / 1_000 }
}

/** Waits until the store has dealt with all that the POS reported the products, so that nothing runs beside. */
export async function echoesHandled(container: MedusaContainer, connectionId: string): Promise<void> {
  const sql = sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))
  const entries = async () => {
    const [counted] = await sql(
      countsSchema,
      `SELECT count(*)::int AS reported, count(*) FILTER (WHERE state = 'pending')::int AS pending
       FROM pos_inbox_entry WHERE connection_id = ?`,
      [connectionId]
    )
    return counted ?? { reported: 0, pending: 0 }
  }
  for (let before = -1; ;) {
    const { reported, pending } = await entries()
    if (pending === 0 && reported === before) {
      return
    }
    before = reported
    await sleep(ECHO_LOOK_MS)
  }
}

/** Marks the whole catalog due and waits until the outbox is empty. Returns seconds. @throws IncompleteSyncError */
export async function fullSync(container: MedusaContainer, connectionId: string, products: number): Promise<number> {
  const started = performance.now()
  const { result } = await benchQueueCatalogWorkflow(container).run({ input: connectionId })
  const drained = drainOutbox(container, connectionId)
  await runEnded(container, result.run_id)
  const seconds = secondsSince(started)
  await drained
  await settle(container, connectionId, products)
  return seconds
}

/** Ends a connection, so that later edits of the store are none of its business. */
export async function disconnect(container: MedusaContainer, connectionId: string): Promise<void> {
  await posDisconnectWorkflow(container).run({ input: { connection_id: connectionId, data: "keep", revoke: false } })
}

async function runEnded(container: MedusaContainer, runId: string | null): Promise<void> {
  if (runId === null) {
    throw new HeldSyncError()
  }
  // Not through the module: its reading of rows would cost a part of what is measured.
  const sql = sqlOn(container.resolve(ContainerRegistrationKeys.PG_CONNECTION))
  const isRunning = async () =>
    (await sql(z.unknown(), "SELECT 1 FROM pos_run WHERE id = ? AND state = 'running'", [runId])).length > 0
  while (await isRunning()) {
    await sleep(LOOK_MS)
  }
}

async function settle(container: MedusaContainer, connectionId: string, products: number): Promise<void> {
  await drainOutbox(container, connectionId)
  const counts = await container.resolve(POS_MODULE).query((sql) => countProductLinks(sql, connectionId))
  if (counts.synced !== products || counts.pending > 0) {
    throw new IncompleteSyncError(counts, products)
  }
}
