import { createHash } from "node:crypto"
import { container as store } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readFileSync } from "node:fs"
import { z } from "zod"
import { probeSchema, type SchemaMismatch, TABLE_AREAS, type TableArea } from "../medusa/schema-probe"
import { POS_MODULE } from "../modules/pos"
import { PosError } from "../modules/pos/errors"
import type { PosOptions } from "../modules/pos/options"
import type { ApplicationPart } from "../modules/pos/lifecycle-hooks"
import { notifyAdmin } from "./send-notification"
import { runInBackground } from "./workers"

/**
 * Minor versions of Medusa that this plugin version is tested with, oldest first. `npm run test:matrix` runs on each.
 * package.json's peers begin with the first, and let in those to come: they work while Medusa's tables fit.
 */
export const TESTED_MEDUSA = ["2.16", "2.17", "2.18", "2.19", "2.20", "2.21"] as const

/**
 * Milliseconds until incompatible tables are probed again, because they may be repaired while the store runs.
 * Compatible tables are not probed again.
 */
const ASK_AGAIN_MS = 30_000

type Probed = { mismatches: SchemaMismatch[]; at: number }

/** The current probe, shared by all callers: every worker asks at boot. */
let probed: Promise<Probed> | null = null

/**
 * Returns how Medusa's tables differ from what the plugin's statements need. They are probed at boot, and again only
 * while something differs.
 * @throws when the database does not answer; nothing is concluded from that
 */
export async function unknownTables(container: MedusaContainer): Promise<SchemaMismatch[]> {
  const currentProbe = probed
  const result = await currentProbe
  if (result && result.mismatches.length > 0 && performance.now() - result.at > ASK_AGAIN_MS) {
    forget(currentProbe)
  }
  probed ??= ask(container)
  return (await probed).mismatches
}

/** Forgets a probe, unless another has been started since. */
function forget(formerProbe: Promise<Probed> | null): void {
  if (probed === formerProbe) {
    probed = null
  }
}

function ask(container: MedusaContainer): Promise<Probed> {
  const startedProbe = probe(container)
  // A failed probe proves nothing: the next caller probes again, and the callers that wait for this one receive its
  // error.
  startedProbe.catch(() => forget(startedProbe))
  return startedProbe
}

async function probe(container: MedusaContainer): Promise<Probed> {
  const mismatches = await container.resolve(POS_MODULE).query(probeSchema)
  await reportMismatches(container, mismatches)
  return { mismatches, at: performance.now() }
}

/** Areas that Medusa's module services can write, where SQL cannot. */
const SERVED_AREAS = ["orders", "stock", "catalog"] as const satisfies readonly TableArea[]

type ServedArea = (typeof SERVED_AREAS)[number]

const isServed = (area: TableArea): area is ServedArea => SERVED_AREAS.some((served) => served === area)

/**
 * How an area of Medusa's tables is written. `sql`: by SQL, because this version knows the tables; `services`: by
 * Medusa's module services, which know them; `paused`: not at all, and what is received is kept.
 */
export const TABLE_ACCESS = ["sql", "services", "paused"] as const

export type TableAccess = (typeof TABLE_ACCESS)[number]

/**
 * Chooses how each area is written: by SQL where its tables are known, otherwise by services, and paused where there is
 * no way. The option `medusaAccess` forces either. A check or trigger that we do not know keeps SQL only from an area
 * that services can write.
 */
export function chooseAccess(
  area: TableArea,
  mismatches: readonly Pick<SchemaMismatch, "areas" | "kind">[],
  option: "auto" | "sql" | "services"
): TableAccess {
  const kinds = mismatches.filter(({ areas }) => areas.includes(area)).map(({ kind }) => kind)
  if (!isServed(area) || option === "sql") {
    return kinds.includes("statement") ? "paused" : "sql"
  }
  return option === "services" || kinds.length > 0 ? "services" : "sql"
}

/** How each area is written. */
export type AccessByArea = Record<TableArea, TableAccess>

/** As {@link chooseAccess}, for all areas. */
export function chooseAccessByArea(
  mismatches: readonly SchemaMismatch[],
  options: PosOptions["medusaAccess"]
): AccessByArea {
  const choose = (area: TableArea) => chooseAccess(area, mismatches, isServed(area) ? options[area] : "auto")
  return { orders: choose("orders"), stock: choose("stock"), catalog: choose("catalog"), reports: choose("reports") }
}

/** Returns how each area of Medusa's tables is written now. */
export async function accessByArea(container: MedusaContainer): Promise<AccessByArea> {
  const mismatches = await unknownTables(container)
  const { medusaAccess } = await container.resolve(POS_MODULE).getOptions()
  return chooseAccessByArea(mismatches, medusaAccess)
}

/** Returns how an area of Medusa's tables is written now. */
export async function getTableAccess(container: MedusaContainer, area: TableArea): Promise<TableAccess> {
  return (await accessByArea(container))[area]
}

/** Returns the areas that are paused: their work waits, and received entries are kept. */
export async function pausedAreas(container: MedusaContainer): Promise<ReadonlySet<TableArea>> {
  const access = await accessByArea(container)
  return new Set(TABLE_AREAS.filter((area) => access[area] === "paused"))
}

/**
 * Returns false while Medusa's tables do not match the statements of an area. A check or trigger counts as well, unless
 * the option `medusaAccess` forces SQL.
 */
async function areTablesKnown(container: MedusaContainer, area: TableArea): Promise<boolean> {
  const mismatches = await unknownTables(container)
  const { medusaAccess } = await container.resolve(POS_MODULE).getOptions()
  const option = isServed(area) && medusaAccess[area] === "sql" ? "sql" : "auto"
  return chooseAccess(area, mismatches, option) === "sql"
}

/** Medusa's tables differ from what the plugin knows, so it does not write to them. */
export class TablesUnknownError extends PosError {
  constructor(area: TableArea, mismatches: SchemaMismatch[]) {
    const ofArea = mismatches.filter(({ areas }) => areas.includes(area))
    super(
      "pos_schema_unknown",
      `Could not change ${area}: Medusa's tables differ from what medusa-plugin-pos knows (${describeMismatches(ofArea)}). ` +
        "Install a version of the plugin that names this version of Medusa, and try again."
    )
    this.name = "TablesUnknownError"
  }
}

/**
 * Checks Medusa's tables before every write to them that only SQL can do, and that does not come from a queue.
 * @throws TablesUnknownError while the tables do not match the statements of the area
 */
export async function assertTablesKnown(container: MedusaContainer, area: TableArea): Promise<void> {
  if (!(await areTablesKnown(container, area))) {
    throw new TablesUnknownError(area, await unknownTables(container))
  }
}

/** Describes in one sentence what differs, and for which areas. */
export function describeMismatches(mismatches: SchemaMismatch[]): string {
  const [first] = mismatches
  const othersText = mismatches.length > 1 ? ` (and ${mismatches.length - 1} more)` : ""
  return first ? `${areasIn(mismatches)}: ${first.name}: ${first.reason}${othersText}` : ""
}

const areasIn = (mismatches: SchemaMismatch[]) => [...new Set(mismatches.flatMap(({ areas }) => areas))].join(", ")

/** Forgets the last probe, for example after tables have changed. */
export function probeAgain(): void {
  probed = null
}

async function reportMismatches(container: MedusaContainer, mismatches: SchemaMismatch[]): Promise<void> {
  if (mismatches.length === 0) {
    return
  }
  const { medusaAccess } = await container.resolve(POS_MODULE).getOptions()
  const accessByArea = chooseAccessByArea(mismatches, medusaAccess)
  const areasWith = (access: TableAccess) =>
    TABLE_AREAS.filter(
      (area) => accessByArea[area] === access && mismatches.some(({ areas }) => areas.includes(area))
    ).join(", ")
  const paused = areasWith("paused")
  const served = areasWith("services")
  const effects = [
    paused && `Nothing of these areas is written until they fit, and what is received is kept: ${paused}.`,
    served && `These areas are read and written by Medusa's services, which takes longer: ${served}.`,
  ]
  const consequences = effects.filter(Boolean).join(" ")
  if (consequences === "") {
    return
  }
  const key = createHash("sha256").update(JSON.stringify({ mismatches, paused, served })).digest("hex").slice(0, 16)
  await notifyAdmin(container, {
    title: "This version of Medusa is not known to the point-of-sale plugin",
    description:
      `Its tables differ (${describeMismatches(mismatches)}). ${consequences} ` +
      "Install a version of medusa-plugin-pos that names this version of Medusa.",
    key: `pos-unknown-tables-${key}`,
  })
}

/** Probes Medusa's tables unless nothing is synced: the first connection then has them probed. */
async function probeWhenConnected(container: MedusaContainer): Promise<void> {
  const connections = await container.resolve(POS_MODULE).listPosConnections({}, { take: 1, select: ["id"] })
  if (connections.length > 0) {
    await unknownTables(container)
  }
}

/** Probes Medusa's tables and checks Medusa's version at each start. */
export const knownTablesPart: ApplicationPart = {
  name: "known-tables",
  start() {
    runInBackground(store, "checking Medusa's version", warnUnknownMedusa(store))
    runInBackground(store, "probing Medusa's tables", probeWhenConnected(store))
  },
  async end() {},
}

const manifestSchema = z.object({ version: z.string() })

/** Returns the version of Medusa that the store runs on. */
export function installedMedusa(): string {
  const manifest = require.resolve("@medusajs/medusa/package.json")
  return manifestSchema.parse(JSON.parse(readFileSync(manifest, "utf8"))).version
}

/** Returns a message when the plugin is not tested with this version of Medusa, otherwise null. */
export function unknownMedusa(version: string): string | null {
  const minor = version.split(".").slice(0, 2).join(".")
  return TESTED_MEDUSA.some((tested) => tested === minor)
    ? null
    : `Medusa ${version} is none that this version of medusa-plugin-pos is tested with (${TESTED_MEDUSA.join(", ")})`
}

/** Logs a warning at boot when Medusa has been upgraded to a version that the plugin does not know. */
async function warnUnknownMedusa(container: MedusaContainer): Promise<void> {
  const unknown = unknownMedusa(installedMedusa())
  if (unknown !== null) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `pos: ${unknown}. It continues if Medusa's tables fit, which is checked now. Check for a newer version of the plugin.`
      )
  }
}
