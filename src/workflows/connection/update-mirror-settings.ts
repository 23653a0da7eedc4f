import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { MedusaError } from "@medusajs/framework/utils"
import { emitEventStep } from "@medusajs/medusa/core-flows"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { markAllStockDue } from "../../modules/pos/queries/stock/stock-outbox"
import type { StockPolicy } from "../../vocabulary/connection"
import type { MirrorSettings } from "../../vocabulary/mirror-settings"
import { POS_EVENTS } from "../events"

export type UpdateMirrorSettingsInput = Partial<MirrorSettings> & { connection_id: string; stock_policy?: StockPolicy }

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
  async ({ connection_id, stock_policy, ...change }: UpdateMirrorSettingsInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const connection = await pos.findConnection(connection_id)
    if (stock_policy === "two-way" && connection.inventories === null) {
      throw new NoInventoryInterfaceError()
    }
    const before = { stock_policy: connection.stock_policy, ...mirrorSettingsOf(connection) }
    const { stock_policy: policy, ...settings } = {
      ...before,
      ...change,
      stock_policy: stock_policy ?? before.stock_policy,
    }
    await pos.updatePosConnections({ id: connection_id, stock_policy: policy, mirror_settings: settings })
    const rules = (of: typeof before) =>
      JSON.stringify([of.stock_policy, of.stock_buffer, of.stock_start, of.feeding_location_ids])
    if (rules({ stock_policy: policy, ...settings }) !== rules(before)) {
      await pos.query((sql) => markAllStockDue(sql, connection_id))
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

/** Changes what a connection does with what the service tells; a change of the stock's rules makes all stock due. */
export const posUpdateMirrorSettingsWorkflow = createWorkflow(
  "pos-update-mirror-settings",
  (input: UpdateMirrorSettingsInput) => {
    const settings = posUpdateMirrorSettingsStep(input)
    emitEventStep({
      eventName: POS_EVENTS.outboxDue,
      data: transform({ input, settings }, (data) => ({ connection_id: data.input.connection_id })),
    })
    return new WorkflowResponse(settings)
  }
)
