import { writeFileSync } from "node:fs"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { mirrorSettingsOf } from "../../modules/pos/mirror-settings"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import { countProductLinks } from "../../modules/pos/queries/outbox/product-counts"
import { readCounters } from "../../modules/pos/queries/monitoring/counters"
import { readGauges } from "../monitoring/read-metrics"
import type { Finding } from "./finding"

/**
 * Writes what a report needs into a file: findings, figures and choices. Each field is named here or is a number, a state
 * or a name of our own; words of the service, of a merchant or of an error, addresses and keys are left out.
 */
export async function writeBundle(container: MedusaContainer, file: string, findings: Finding[]): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const { importThreshold, finance, giftCards, rateLimits, retention, ownClock } = await pos.getOptions()
  const { historyYears, lookBackHours, pullEveryMinutes, preliminary } = finance
  const connections = await pos.listPosConnections({}, { take: null })
  const bundle = {
    made_at: (await pos.now()).toISOString(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    options: {
      ...{ importThreshold, rateLimits, retention, ownClock },
      finance: { historyYears, lookBackHours, pullEveryMinutes, preliminary },
      giftCards: { refreshMinutes: giftCards.refreshMinutes, nightlyBudget: giftCards.nightlyBudget },
    },
    findings: findings.map(({ check, connection_id, state, facts }) => ({ check, connection_id, state, facts })),
    gauges: await readGauges(container),
    counters: await pos.query(readCounters),
    connections: await Promise.all(
      connections.map(async (connection) => {
        const { selection, price, ...push } = pushSettingsOf(connection)
        const { feeding_location_ids: feeding, books, ...mirror } = mirrorSettingsOf(connection)
        return {
          ...{ id: connection.id, state: connection.state, stock_policy: connection.stock_policy },
          ...{ currency_code: connection.currency_code, taxation_mode: connection.taxation_mode },
          push: { ...push, selection: selection.by, price_list: price.price_list_id !== null },
          mirror: { ...mirror, feeding_locations: feeding.length, accounts: Object.keys(books.accounts).length },
          product_links: await pos.query((sql) => countProductLinks(sql, connection.id)),
        }
      })
    ),
  }
  writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600 })
}
