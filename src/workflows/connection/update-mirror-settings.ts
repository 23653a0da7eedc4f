import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { forgetLowStock } from "../../modules/pos/queries/stock/low-stock"
import { closeAllDifferences } from "../../modules/pos/queries/stock/differences"
import { restartAllStock } from "../../modules/pos/queries/stock/initial-matching"
import { markAllStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import type { StockPolicy } from "../../vocabulary/connection"
import type { MirrorSettings, MirrorSettingsChange } from "../../vocabulary/mirror-settings"
import { chooseBooks } from "../books/choose-books"
import { requestReconciliation } from "../catch-up/request-reconciliation"
import { POS_EVENTS } from "../events"
import { wakeFor } from "../queue/wake-for"

export type UpdateMirrorSettingsInput = MirrorSettingsChange & { connection_id: string }

/** Stock is to go both ways, and the shop does not know where the service's inventory interface is. */
class NoInventoryInterfaceError extends MedusaError {
  constructor() {
    super(
      MedusaError.Types.NOT_ALLOWED,
      "Stock cannot go both ways: the service's inventory interface is not configured (option addresses.inventoryUrl). " +
        "Choose pos-only or off, or set the address and connect again."
    )
  }
}

export const posUpdateMirrorSettingsStep = createStep(
  "pos-update-mirror-settings",
  async ({ connection_id, stock_policy, books, ...change }: UpdateMirrorSettingsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    if (stock_policy === "two-way" && connection.inventories === null) {
      throw new NoInventoryInterfaceError()
    }
    const before = { stock_policy: connection.stock_policy, ...mirrorSettingsOf(connection) }
    const { stock_policy: policy, ...settings } = {
      ...before,
      ...change,
      ...(books ? { books: chooseBooks(before.books, books, await pos.now(), connection.time_zone) } : {}),
      stock_policy: stock_policy ?? before.stock_policy,
    }
    // Whoever chooses it anew asks the service anew.
    const asked = change.low_stock === undefined ? {} : { low_stock_unknown_at: null }
    await pos.updatePosConnections({ id: connection_id, stock_policy: policy, mirror_settings: settings, ...asked })
    const rules = (of: typeof before) =>
      JSON.stringify([of.stock_policy, of.stock_buffer, of.stock_start, of.feeding_location_ids, of.low_stock])
    if (policy !== before.stock_policy) {
      await followStockPolicy(container, connection_id, before.stock_policy, policy)
    } else if (rules({ stock_policy: policy, ...settings }) !== rules(before)) {
      await pos.query((sql) => markAllStockDue(sql, connection_id))
    }
    if (settings.low_stock !== before.low_stock) {
      await followLowStock(container, connection_id, settings.low_stock)
    }
    return new StepResponse(
      { stock_policy: policy, ...settings },
      { id: connection_id, stock_policy: connection.stock_policy, mirror_settings: connection.mirror_settings }
    )
  },
  async (former, { container }) => {
    if (former) {
      await container.resolve(POS_MODULE).updatePosConnections(former)
    }
  }
)

/**
 * While stock did not go both ways, levels may have moved apart: initial matching compares them before anything is sent.
 * Where only the POS's movements are followed again, levels are compared, and differences shown.
 */
async function followStockPolicy(
  container: MedusaContainer,
  connectionId: string,
  before: StockPolicy,
  now: StockPolicy
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  switch (now) {
    case "two-way":
      await pos.transaction((sql) => restartAllStock(sql, connectionId))
      return
    case "pos-only":
      if (before === "off") {
        await requestReconciliation(container, connectionId, "policy-changed")
      }
      return
    case "off":
      await pos.query((sql, at) => closeAllDifferences(sql, connectionId, at))
  }
}

/** What the counter keeps is read by the comparison of levels, from now on or not any more. */
async function followLowStock(container: MedusaContainer, connectionId: string, chosen: MirrorSettings["low_stock"]) {
  if (chosen === "off") {
    await container.resolve(POS_MODULE).query((sql) => forgetLowStock(sql, connectionId))
  } else {
    await requestReconciliation(container, connectionId, "by-hand")
  }
}

/** Changes what a connection does with what the service tells; a change of the stock's rules makes all stock due. */
export const posUpdateMirrorSettingsWorkflow = createWorkflow(
  "pos-update-mirror-settings",
  (input: UpdateMirrorSettingsInput) => {
    const settings = posUpdateMirrorSettingsStep(input)
    wakeFor(input, POS_EVENTS.outboxDue, POS_EVENTS.runDue)
    return new WorkflowResponse(settings)
  }
)
