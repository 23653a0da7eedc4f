import type { PosModuleService } from "../../../src/modules/pos/service"
import type { Purchase } from "../../../src/pos-api/contract"
import { writeReceipts } from "../../../src/features/sales/import"

/**
 * Writes receipts in a transaction, as a worker does, and nothing that follows it.
 * @param beforeCommit what happens when all is written, and before the transaction ends
 */
export async function writeReceiptsAlone(
  { pos, connectionId }: { pos: PosModuleService; connectionId: string },
  purchases: Purchase[],
  beforeCommit: () => Promise<unknown> = async () => undefined
): Promise<number> {
  const connection = await pos.findConnection(connectionId)
  return pos.transaction(async (sql) => {
    const { events } = await writeReceipts(sql, connection, purchases, {
      access: "sql",
      displayIdOf: async () => null,
    })
    await beforeCommit()
    return events
  })
}
