import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { findRegisteredProviders } from "../../medusa/order-providers"
import { findPossible, OWN_INDEXES } from "../../medusa/indexes"
import { findRelations, probeSchema, readServer, type SchemaMismatch } from "../../medusa/schema-probe"
import { POS_MODULE } from "../../modules/pos"
import { expectedSchema } from "../../modules/pos/expected-schema"
import type { PosOptions } from "../../modules/pos/options"
import type { PosModuleService } from "../../modules/pos/service"
import { probeAddress } from "../../pos-api/client"
import {
  chooseAccessByArea,
  describeMismatches,
  installedMedusa,
  unknownMedusa,
} from "../../runtime/schema-compatibility"
import { getDestination, webhookEndpoints } from "../connection"
import { examine, type Finding, type Check, type CheckResult } from "./doctor-report"
import { readStanding } from "./gauges"

/** Seconds without a sweep that are a problem; it is called every minute. */
const SILENT_SECONDS = 600

const MIGRATE = "Run `npx medusa db:migrate`."

/** Checks everything that does not belong to a connection. */
export async function checkStore(container: MedusaContainer): Promise<Finding[]> {
  const pos = container.resolve(POS_MODULE)
  const looks: Check[] = [
    { check: "options", look: async () => checkOptions(container) },
    { check: "encryption", look: async () => checkEncryption(container) },
    {
      check: "database",
      look: async () => {
        const server = await pos.query(readServer)
        return { message: `PostgreSQL ${server?.version ?? "?"} answers`, facts: { version: server?.version ?? null } }
      },
    },
    { check: "schema", look: async () => checkSchema(container) },
    { check: "medusa", look: async () => checkMedusaVersion() },
    {
      check: "medusa-tables",
      look: async () => {
        const mismatches = await pos.query(probeSchema)
        const { medusaAccess } = await pos.getOptions()
        return describeTableCheck(mismatches, medusaAccess)
      },
    },
    { check: "providers", look: async () => checkProviders(pos) },
    { check: "workers", look: async () => checkWorkers(container) },
    { check: "address", look: async () => checkAddress(await pos.getOptions()) },
    { check: "clock", look: async () => checkPosClock(await pos.getOptions()) },
  ]
  return examine(null, looks)
}

/** Says how each area is written, and why any is not written by SQL. */
function describeTableCheck(mismatches: SchemaMismatch[], options: PosOptions["medusaAccess"]): CheckResult {
  const access = chooseAccessByArea(mismatches, options)
  const facts = {
    mismatches: mismatches.length,
    orders: access.orders,
    stock: access.stock,
    catalog: access.catalog,
    reports: access.reports,
  }
  const ways = Object.values(access)
  const fix = "Install a version of medusa-plugin-pos that names this version of Medusa."
  if (ways.includes("paused")) {
    return {
      state: "failed",
      message: describeMismatches(mismatches),
      facts,
      fix: `${fix} Nothing is written until then.`,
    }
  }
  if (mismatches.length > 0 && ways.includes("services")) {
    const message = `Medusa's services read and write what SQL cannot: ${describeMismatches(mismatches)}`
    return { state: "notice", message, facts, fix: `${fix} Until then, these areas take longer.` }
  }
  const forced = ways.includes("services") ? "; the option medusaAccess forces Medusa's services" : ""
  return { message: `This version knows Medusa's tables${forced}`, facts }
}

async function checkOptions(container: MedusaContainer): Promise<CheckResult> {
  const options = await container.resolve(POS_MODULE).getOptions()
  const facts = {
    addresses: options.addresses !== null,
    inventory_address: options.addresses?.inventoryUrl !== undefined,
    oauth: options.oauth !== null,
    contact_email: options.contactEmail !== null,
    insecure_destination: options.allowInsecureDestination,
    monitoring_token: options.monitoring.token !== null,
  }
  if (!options.addresses) {
    return {
      state: "failed",
      message: "The addresses of the POS are not configured",
      fix: "Set the option addresses.",
      facts,
    }
  }
  // Throws when the store's own address is wrong.
  getDestination(options, "")
  if (!options.contactEmail) {
    const fix = "Set the option contactEmail: the POS rejects a subscription without it."
    return { state: "notice", message: "No contact email is set", fix, facts }
  }
  return { message: "All required options are set", facts }
}

async function checkEncryption(container: MedusaContainer): Promise<CheckResult> {
  const pos = container.resolve(POS_MODULE)
  const { encryptionKeys } = await pos.getOptions()
  await pos.open("pos_doctor", await pos.seal("pos_doctor", "what is sealed is opened"))
  return { message: `${encryptionKeys.length} key(s); the first one encrypts`, facts: { keys: encryptionKeys.length } }
}

async function checkSchema(container: MedusaContainer): Promise<CheckResult> {
  const expected = expectedSchema()
  const pos = container.resolve(POS_MODULE)
  const ofMedusa = (await pos.query((sql) => findPossible(sql, OWN_INDEXES))).map(({ name }) => name)
  const relations = await pos.query((sql) => findRelations(sql, [...expected, ...ofMedusa]))
  const relationNames = new Set(relations.map(({ name }) => name))
  const missing = expected.filter((name) => !relationNames.has(name))
  const broken = relations.filter(({ valid }) => !valid).map(({ name }) => name)
  const missingRelations = ofMedusa.filter((name) => !relationNames.has(name))
  const facts = {
    expected: expected.length,
    missing: missing.join(" "),
    broken: broken.join(" "),
    later: missingRelations.join(" "),
  }
  if (missing.length > 0) {
    return { state: "failed", message: `Missing: ${missing.join(", ")}`, fix: MIGRATE, facts }
  }
  if (broken.length > 0) {
    const fix = "Rebuild each of them with REINDEX INDEX CONCURRENTLY."
    return { state: "failed", message: `Invalid indexes: ${broken.join(", ")}`, fix, facts }
  }
  if (missingRelations.length > 0) {
    const fix = "Start a worker: it creates them at its first start."
    return { state: "notice", message: `Not created yet: ${missingRelations.join(", ")}`, fix, facts }
  }
  return { message: `All ${expected.length} tables and indexes exist`, facts }
}

async function checkMedusaVersion(): Promise<CheckResult> {
  const version = installedMedusa()
  const facts = { version, node: process.version }
  const unknown = unknownMedusa(version)
  return unknown === null
    ? { message: `Medusa ${version} on Node ${process.version}`, facts }
    : {
        state: "notice",
        message: unknown,
        facts,
        fix: "See the check of Medusa's tables: if it passes, the plugin works.",
      }
}

async function checkWorkers(container: MedusaContainer): Promise<CheckResult> {
  const standing = await container.resolve(POS_MODULE).query((sql, now) => readStanding(sql, now))
  const seconds = standing?.sweep_seconds ?? null
  const facts = { sweep_seconds: seconds === null ? null : Math.round(seconds) }
  if (seconds !== null && seconds <= SILENT_SECONDS) {
    return { message: `A worker checked the queues ${Math.round(seconds)} s ago`, facts }
  }
  const message =
    seconds === null
      ? "No worker has checked the queues yet"
      : `A worker last checked the queues ${Math.round(seconds)} s ago`
  return { state: "failed", message, fix: "Start the store, or a process with MEDUSA_WORKER_MODE=worker.", facts }
}

const readySchema = z.looseObject({ ready: z.boolean() })

/**
 * Checks whether the store's public address leads to this plugin, as seen from this machine. Whether the POS can reach
 * it is shown by its test message: Settings › Point of sale › the connection.
 */
export async function checkAddress({ publicUrl }: PosOptions): Promise<CheckResult> {
  if (!publicUrl) {
    return { state: "failed", message: "The option publicUrl is not set", fix: "Set it to the store's own address." }
  }
  try {
    const { status, data, milliseconds } = await probeAddress(`${webhookEndpoints(publicUrl)}ready`)
    const facts = { status, milliseconds }
    return readySchema.safeParse(data).success
      ? { message: `The public address leads to the plugin (${milliseconds} ms)`, facts }
      : {
          state: "failed",
          message: `The public address answers ${status}, but not as this plugin does`,
          facts,
          fix: "Check that publicUrl is this store's address, and that the proxy forwards /hooks/pos.",
        }
  } catch (error) {
    const fix =
      "Check that the store runs, that the host name in publicUrl points to it, and that its certificate is valid. An address " +
      "may be unreachable from inside its own network; then send a test notification from the connection's settings."
    const kind = error instanceof Error ? error.constructor.name : typeof error
    return { state: "notice", message: "The public address does not answer", fix, facts: { error: kind } }
  }
}

const FIX =
  "Add `medusa-plugin-pos/providers/payment` and `medusa-plugin-pos/providers/fulfillment` to medusa-config.ts, both with " +
  'the id "pos" (docs/reference/options.md), and restart the store. Existing orders are then updated, too.'

/** Checks whether imported orders name their payment method, or Medusa's own providers. */
export async function checkProviders(pos: Pick<PosModuleService, "query">): Promise<CheckResult> {
  const facts = await pos.query(findRegisteredProviders)
  if (facts.payment && facts.fulfillment) {
    return { message: "POS orders name their payment method", facts }
  }
  const missing = [facts.payment ? null : "payments", facts.fulfillment ? null : "fulfillments"]
  return {
    state: "notice",
    message: `The ${missing.filter(Boolean).join(" and ")} of POS orders name Medusa's default provider`,
    fix: FIX,
    facts,
  }
}

/**
 * Largest accepted clock difference in milliseconds; above it, tokens may be renewed too early or too late. It cannot
 * be exact, because the header has whole seconds and the network adds delay.
 */
const MOST_SKEW_MS = 30_000

/** Compares this machine's clock with the time in the POS's answers. */
export async function checkPosClock({ addresses }: PosOptions): Promise<CheckResult> {
  if (!addresses) {
    return { state: "skipped", message: "The addresses of the POS are not configured" }
  }
  const { status, date, askedAt, milliseconds } = await probeAddress(addresses.oauthUrl)
  if (!date) {
    return { state: "notice", message: "The POS answers without a Date header", facts: { status } }
  }
  const skew = Math.round((date.getTime() - (askedAt.getTime() + milliseconds / 2)) / 1_000)
  const facts = { skew_seconds: skew, milliseconds, status }
  return Math.abs(skew) * 1_000 <= MOST_SKEW_MS
    ? { message: `The clocks agree within ${Math.abs(skew) + 1} s`, facts }
    : {
        state: "failed",
        facts,
        fix: "Synchronize this machine's clock (NTP, chrony).",
        message: `This machine's clock is ${Math.abs(skew)} s ${skew > 0 ? "behind" : "ahead of"} the POS's`,
      }
}
