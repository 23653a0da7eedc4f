import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { posReconcileStockWorkflow } from "../workflows"

/** Compares the levels of both sides every night. */
export default async function reconcileStock(container: MedusaContainer): Promise<void> {
  const connections = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  for (const { id, stock_policy, inventories } of connections) {
    if (stock_policy !== "off" && inventories !== null) {
      await posReconcileStockWorkflow(container).run({ input: { connection_id: id, reason: "scheduled" } })
    }
  }
}

export const config = { name: "pos-reconcile-stock", schedule: "41 2 * * *" }
