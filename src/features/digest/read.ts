import type { MedusaContainer } from "@medusajs/framework/types"
import { readWebSales } from "../../medusa/web-sales"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { knownTimeZone } from "../../modules/pos/organization-time"
import { accessOf } from "../../runtime/schema-compatibility"
import { listIssues } from "../monitoring"
import type { DigestFacts } from "./compose-mapping"
import { getYesterday } from "./rules"
import { readConnectionDays } from "./store"

/** Reads what a digest says now: the last complete day of each connection, and what is open. */
export async function readDigestFacts(
  container: MedusaContainer,
  connections: ConnectionRecord[]
): Promise<DigestFacts> {
  const pos = container.resolve(POS_MODULE)
  const now = await pos.now()
  const days = connections.map(({ id, time_zone }) => {
    const timeZone = knownTimeZone(time_zone)
    return { connection_id: id, day: getYesterday(now, timeZone), time_zone: timeZone }
  })
  const facts = await pos.query((sql) => readConnectionDays(sql, days))
  const issues = await listIssues(container)
  return {
    stores: connections.flatMap((connection) => {
      const found = facts.find(({ connection_id }) => connection_id === connection.id)
      const day = days.find(({ connection_id }) => connection_id === connection.id)?.day
      return found && day !== undefined
        ? [{ name: getName(connection), currencyCode: connection.currency_code, day, facts: found }]
        : []
    }),
    online: await readOnline(container, connections, now),
    issues: issues.map(({ kind, organization_name, count, since }) => ({
      kind,
      name: organization_name,
      count,
      since,
    })),
  }
}

const getName = ({ organization_name, organization_uuid }: ConnectionRecord) => organization_name ?? organization_uuid

/** Reads the web sales of each currency, on the last complete day of its first connection. */
async function readOnline(
  container: MedusaContainer,
  connections: ConnectionRecord[],
  now: Date
): Promise<DigestFacts["online"]> {
  if ((await accessOf(container, "reports")) === "paused") {
    return null
  }
  const zones = new Map<string, string>()
  for (const { currency_code, time_zone } of connections) {
    zones.set(currency_code, zones.get(currency_code) ?? knownTimeZone(time_zone))
  }
  return container.resolve(POS_MODULE).query(async (sql) => {
    const online: NonNullable<DigestFacts["online"]> = []
    for (const [currencyCode, timeZone] of zones) {
      const day = getYesterday(now, timeZone)
      const sold = await readWebSales(sql, { currencyCode, timeZone, days: 2, now })
      const { amount = 0, orders = 0 } = sold.find((webDay) => webDay.day === day) ?? {}
      online.push({ currencyCode, day, amount, orders })
    }
    return online
  })
}
