import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { posCheckMoneyWorkflow } from "../workflows"

/** Compares receipts, orders, purchases and payouts every night. */
export default async function checkMoney(container: MedusaContainer): Promise<void> {
  const connections = await container
    .resolve(POS_MODULE)
    .listPosConnections({ state: "active" }, { take: null, select: ["id"] })
  for (const { id } of connections) {
    await posCheckMoneyWorkflow(container).run({ input: { connection_id: id } })
  }
}

export const config = { name: "pos-check-money", schedule: "11 3 * * *" }
