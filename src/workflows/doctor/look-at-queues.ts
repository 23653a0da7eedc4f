import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { readUsedBudgets } from "../../modules/pos/queries/monitoring/read-gauges"
import { shareLeft } from "../monitoring/read-metrics"
import { readConnectionHealth } from "../overview"
import type { Looked } from "./finding"

/** The purchases are asked for every five minutes. */
const POLL_SECONDS = 3_600

export async function lookAtPolls(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
  const now = await container.resolve(POS_MODULE).now()
  const asked = connection.purchases_polled_at ?? connection.created_at
  const seconds = Math.round((now.getTime() - asked.getTime()) / 1_000)
  const gaps = connection.purchase_gaps?.open
  const facts = { seconds, gaps: Array.isArray(gaps) ? gaps.length : 0 }
  return seconds <= POLL_SECONDS || connection.state === "paused"
    ? { message: `Purchases were asked for ${seconds} s ago`, facts }
    : {
        ...{ state: "failed", message: `Purchases were last asked for ${seconds} s ago`, facts },
        mend: "See the checks `workers` and `service`; then Check now.",
      }
}

export async function lookAtBacklog(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const health = await readConnectionHealth(container, connection.id, now)
  const oldest = health?.inbox_oldest_pending_at ?? null
  const facts = {
    inbox_pending: health?.inbox_pending ?? 0,
    inbox_dead: health?.inbox_dead ?? 0,
    oldest_seconds: oldest && Math.round((now.getTime() - oldest.getTime()) / 1_000),
    products_due: health?.products_due ?? 0,
    stock_due: health?.stock_due ?? 0,
    stock_errors: health?.stock_errors ?? 0,
    refused_notifications: health?.refused_notifications ?? 0,
  }
  const { monitoring } = await pos.getOptions()
  const message =
    `Inbox ${facts.inbox_pending} waiting, ${facts.inbox_dead} gave up; due ${facts.products_due} products, ` +
    `${facts.stock_due} variants' stock`
  if ((facts.oldest_seconds ?? 0) > monitoring.readyAfterSeconds && connection.state === "active") {
    const mend = "See the check `workers`; a reason may stand at the entries: Point of sale › Inbox."
    return { state: "failed", message: `${message}; the oldest waits for ${facts.oldest_seconds} s`, mend, facts }
  }
  return facts.inbox_dead > 0
    ? { state: "notice", message, mend: "Point of sale › Inbox, Gave up: each has its reason.", facts }
    : { message, facts }
}

export async function lookAtBudget(container: MedusaContainer, connection: ConnectionRecord): Promise<Looked> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const { rateLimits } = await pos.getOptions()
  const owner = connection.authorization_id ?? connection.id
  const used = await pos.query((sql) => readUsedBudgets(sql, now, owner))
  const left = shareLeft(rateLimits, used, now)
  const facts = Object.fromEntries(left.map(([name, share]) => [name, Math.round(share * 100) / 100]))
  const spent = left.filter(([, share]) => share === 0).map(([name]) => name)
  return spent.length > 0
    ? {
        ...{ state: "notice", message: `No calls are left at the moment for ${spent.join(", ")}`, facts },
        mend: "Nothing: what is many calls waits. If it stays so, look at the option rateLimits.",
      }
    : { message: left.length === 0 ? "No interface is limited" : "There are calls left", facts }
}
