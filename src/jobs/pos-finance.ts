import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../modules/pos"
import { keepFinance } from "../workflows/finance/keep-finance"

/** Looks after receipts' payments, gift cards and accounts; what is due at which rate the options say. */
export default async function finance(container: MedusaContainer): Promise<void> {
  const connections = await container.resolve(POS_MODULE).listPosConnections({ state: "active" }, { take: null })
  await Promise.all(connections.map(async (connection) => keepFinance(container, connection)))
}

export const config = { name: "pos-finance", schedule: "* * * * *" }
