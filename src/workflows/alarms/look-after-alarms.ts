import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { keepAlarms } from "../../modules/pos/queries/attention/alarms"
import { observe } from "../../modules/pos/queries/attention/observe"
import { ALARM_KINDS } from "../../vocabulary/attention"
import { readAttention } from "../overview/read-attention"
import { withLease } from "../queue/with-lease"
import { tellAlarms } from "./tell-alarms"

const isAlarm = (kind: string): kind is (typeof ALARM_KINDS)[number] => ALARM_KINDS.some((one) => one === kind)

/**
 * Looks at what stands still, raises and ends alarms, and tells of them. One process does it at a time; a second one
 * that did it nevertheless would raise and tell nothing twice.
 */
export async function lookAfterAlarms(container: MedusaContainer): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  await withLease(container, "alarms", async () => {
    await pos.query(observe)
    const attention = await readAttention(container)
    const found = attention.flatMap(({ kind, connection_id, count, reason, since }) =>
      isAlarm(kind) ? [{ kind, connection_id, count, reason, since }] : []
    )
    await pos.query((sql, now) => keepAlarms(sql, found, now))
    await tellAlarms(container)
  })
}
