import { writeFileSync } from "node:fs"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
import { getInboundSettings, getOutboundSettings } from "../../modules/pos/connection-record"
import { PosApiError } from "../../pos-api/client"
import { getErrorMessage } from "../../runtime/errors"
import { countProductLinks } from "../catalog"
import { toConnectError } from "../connection"
import { readMetricCounters, readGauges } from "./metrics"

/** Numbers, states and fixed names, which may leave the store in a support bundle. */
export type Facts = Record<string, string | number | boolean | null>

/** Result of a doctor check. The message is for the person at the machine, and may contain the POS's answer. */
export type Finding = {
  check: string
  connection_id: string | null
  state: "passed" | "notice" | "failed" | "skipped"
  message: string
  /** what to do; null: nothing */
  fix: string | null
  facts: Facts
}

/** Outcome of one check function. */
export type CheckResult = Partial<Pick<Finding, "state" | "fix" | "facts">> & { message: string }

/** A named check. */
export type Check = { check: string; look: () => Promise<CheckResult> }

/** Runs checks one after another. A check that throws becomes a failed finding, and the next one still runs. */
export async function examine(connectionId: string | null, looks: Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check, look } of looks) {
    findings.push({ check, connection_id: connectionId, ...(await runCheck(look)) })
  }
  return findings
}

async function runCheck(look: () => Promise<CheckResult>): Promise<Omit<Finding, "check" | "connection_id">> {
  try {
    const { state = "passed", message, fix = null, facts = {} } = await look()
    return { state, message, fix, facts }
  } catch (error) {
    const connectError = toConnectError(error)
    const code = connectError instanceof PosError ? connectError.code : null
    const status = error instanceof PosApiError ? (error.status ?? null) : null
    const kind = error instanceof Error ? error.constructor.name : typeof error
    // The error's message says what to do; a bundle contains only its class, code and status.
    return { state: "failed", message: getErrorMessage(connectError), fix: null, facts: { error: kind, code, status } }
  }
}

/** Returns whether something must be fixed. */
export const hasFailed = (findings: Finding[]): boolean => findings.some(({ state }) => state === "failed")

/**
 * Writes a support bundle to a file: findings, counts and settings. Each field is listed here, or is a number, a state
 * or a fixed name. Texts of the POS, the merchant or errors, addresses and keys are left out.
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
      importThreshold,
      rateLimits,
      retention,
      ownClock,
      finance: { historyYears, lookBackHours, pullEveryMinutes, preliminary },
      giftCards: { refreshMinutes: giftCards.refreshMinutes, nightlyBudget: giftCards.nightlyBudget },
    },
    findings: findings.map(({ check, connection_id, state, facts }) => ({ check, connection_id, state, facts })),
    gauges: await readGauges(container),
    counters: await pos.query(readMetricCounters),
    connections: await Promise.all(
      connections.map(async (connection) => {
        const { selection, price, ...push } = getOutboundSettings(connection)
        const { additional_stock_location_ids: feeding, accounting, ...mirror } = getInboundSettings(connection)
        return {
          id: connection.id,
          state: connection.state,
          stock_sync: connection.stock_sync,
          currency_code: connection.currency_code,
          taxation_mode: connection.taxation_mode,
          push: { ...push, selection: selection.by, price_list: price.price_list_id !== null },
          mirror: { ...mirror, feeding_locations: feeding.length, accounts: Object.keys(accounting.accounts).length },
          product_links: await pos.query((sql) => countProductLinks(sql, connection.id)),
        }
      })
    ),
  }
  writeFileSync(file, `${JSON.stringify(bundle, null, 2)}\n`, { mode: 0o600 })
}
