import type { MedusaContainer } from "@medusajs/framework/types"
import { OWN_INDEXES } from "../../medusa-tables/changes/own-indexes"
import { findRelations, readServer } from "../../medusa-tables/probe/find-relations"
import { probeSchema } from "../../medusa-tables/probe/probe-schema"
import { POS_MODULE } from "../../modules/pos"
import { expectedSchema } from "../../modules/pos/expected-schema"
import { readStanding } from "../../modules/pos/queries/monitoring/read-gauges"
import { destinationOf } from "../connection/destination"
import { installedMedusa, unknownMedusa } from "../queue/known-medusa"
import { describeMismatches } from "../queue/known-tables"
import { lookAtAddress } from "./look-at-address"
import { lookAtProviders } from "./look-at-providers"
import { lookAtServiceClock } from "./look-at-service-clock"
import { examine, type Finding, type Look, type Looked } from "./finding"

/** The sweep is called every minute. */
const SILENT_SECONDS = 600

const MIGRATE = "Run `npx medusa db:migrate`."

/** Everything that does not belong to a connection. */
export async function examineShop(container: MedusaContainer): Promise<Finding[]> {
  const pos = container.resolve(POS_MODULE)
  const looks: Look[] = [
    { check: "options", look: async () => lookAtOptions(container) },
    { check: "encryption", look: async () => lookAtEncryption(container) },
    {
      check: "database",
      look: async () => {
        const server = await pos.query(readServer)
        return { message: `PostgreSQL ${server?.version ?? "?"} answers`, facts: { version: server?.version ?? null } }
      },
    },
    { check: "schema", look: async () => lookAtSchema(container) },
    { check: "medusa", look: async () => lookAtMedusa() },
    {
      check: "medusa-tables",
      look: async () => {
        const mismatches = await pos.query(probeSchema)
        return mismatches.length === 0
          ? { message: "Medusa's tables are those that this version knows" }
          : {
              ...{ state: "failed", message: describeMismatches(mismatches), facts: { mismatches: mismatches.length } },
              mend: "Install a version of medusa-plugin-pos that names this version of Medusa. Nothing is written until then.",
            }
      },
    },
    { check: "providers", look: async () => lookAtProviders(pos) },
    { check: "workers", look: async () => lookAtWorkers(container) },
    { check: "address", look: async () => lookAtAddress(await pos.getOptions()) },
    { check: "clock", look: async () => lookAtServiceClock(await pos.getOptions()) },
  ]
  return examine(null, looks)
}

async function lookAtOptions(container: MedusaContainer): Promise<Looked> {
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
      message: "It is not known where the service is",
      mend: "Set the option addresses.",
      facts,
    }
  }
  // Says what is wrong with the shop's own address.
  destinationOf(options, "")
  if (!options.contactEmail) {
    const mend = "Set the option contactEmail: the service refuses a subscription without one."
    return { state: "notice", message: "No contact e-mail is set", mend, facts }
  }
  return { message: "All that is needed is set", facts }
}

async function lookAtEncryption(container: MedusaContainer): Promise<Looked> {
  const pos = container.resolve(POS_MODULE)
  const { encryptionKeys } = await pos.getOptions()
  await pos.open("pos_doctor", await pos.seal("pos_doctor", "what is sealed is opened"))
  return { message: `${encryptionKeys.length} key(s), the first seals`, facts: { keys: encryptionKeys.length } }
}

async function lookAtSchema(container: MedusaContainer): Promise<Looked> {
  const expected = expectedSchema()
  const ofMedusa = OWN_INDEXES.map(({ name }) => name)
  const found = await container.resolve(POS_MODULE).query((sql) => findRelations(sql, [...expected, ...ofMedusa]))
  const there = new Set(found.map(({ name }) => name))
  const missing = expected.filter((name) => !there.has(name))
  const broken = found.filter(({ valid }) => !valid).map(({ name }) => name)
  const later = ofMedusa.filter((name) => !there.has(name))
  const facts = {
    expected: expected.length,
    missing: missing.join(" "),
    broken: broken.join(" "),
    later: later.join(" "),
  }
  if (missing.length > 0) {
    return { state: "failed", message: `Missing: ${missing.join(", ")}`, mend: MIGRATE, facts }
  }
  if (broken.length > 0) {
    const mend = "Have PostgreSQL make them anew: REINDEX INDEX CONCURRENTLY, for each."
    return { state: "failed", message: `Indexes that are not valid: ${broken.join(", ")}`, mend, facts }
  }
  if (later.length > 0) {
    const mend = "Start a worker: it makes them at its first start."
    return { state: "notice", message: `Not made yet: ${later.join(", ")}`, mend, facts }
  }
  return { message: `All ${expected.length} tables and indexes are there`, facts }
}

async function lookAtMedusa(): Promise<Looked> {
  const version = installedMedusa()
  const facts = { version, node: process.version }
  const unknown = unknownMedusa(version)
  return unknown === null
    ? { message: `Medusa ${version} on Node ${process.version}`, facts }
    : {
        ...{ state: "notice", message: unknown, facts },
        mend: "See below whether its tables fit; where they do, the plugin works.",
      }
}

async function lookAtWorkers(container: MedusaContainer): Promise<Looked> {
  const standing = await container.resolve(POS_MODULE).query((sql, now) => readStanding(sql, now))
  const seconds = standing?.sweep_seconds ?? null
  const facts = { sweep_seconds: seconds === null ? null : Math.round(seconds) }
  if (seconds !== null && seconds <= SILENT_SECONDS) {
    return { message: `The queues were swept ${Math.round(seconds)} s ago`, facts }
  }
  const message =
    seconds === null ? "The queues were never swept" : `The queues were last swept ${Math.round(seconds)} s ago`
  return { state: "failed", message, mend: "Start the shop, or a process with MEDUSA_WORKER_MODE=worker.", facts }
}
