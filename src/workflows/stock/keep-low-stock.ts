import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { recordReadLowStock } from "../../modules/pos/queries/stock/low-stock"
import type { PosModuleService } from "../../modules/pos/service"
import type { CounterLevel } from "./read-counter-levels"

/** As many as one statement writes. */
const ROWS_AT_ONCE = 5_000

/** Keeps from which levels on the counter says that variants are low, where the shop wants to know. */
export async function keepLowStock(
  pos: PosModuleService,
  connection: ConnectionRecord,
  read: { variantUuid: string; lowStock: CounterLevel["lowStock"] }[]
): Promise<void> {
  if (mirrorSettingsOf(connection).low_stock === "off") {
    return
  }
  const told = read.flatMap(({ variantUuid, lowStock: level }) => (level === undefined ? [] : [{ variantUuid, level }]))
  for (let from = 0; from < told.length; from += ROWS_AT_ONCE) {
    const some = told.slice(from, from + ROWS_AT_ONCE)
    await pos.query((sql) => recordReadLowStock(sql, connection.id, some))
  }
}
