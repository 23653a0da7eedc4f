import { createHash } from "node:crypto"
import { container as store } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readFileSync } from "node:fs"
import { z } from "@medusajs/framework/zod"
import { TESTED_MEDUSA } from "../contract/monitoring"
import { probeSchema, type SchemaMismatch, type TableArea } from "../medusa/schema-probe"
import { POS_MODULE } from "../modules/pos"
import { PosError } from "../modules/pos/errors"
import type { ApplicationPart } from "../modules/pos/lifecycle-hooks"
import { notifyAdmin } from "./notify-admin"
import { runInBackground } from "./workers"

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
  const asked = probed
  const known = await asked
  if (known && known.mismatches.length > 0 && performance.now() - known.at > ASK_AGAIN_MS) {
    forget(asked)
  }
  probed ??= ask(container)
  return (await probed).mismatches
}

/** Forgets a probe, unless another has been started since. */
function forget(asked: Promise<Probed> | null): void {
  if (probed === asked) {
    probed = null
  }
}

function ask(container: MedusaContainer): Promise<Probed> {
  const asked = probe(container)
  // A failed probe proves nothing: the next caller probes again, and the callers that wait for this one receive its
  // error.
  asked.catch(() => forget(asked))
  return asked
}

async function probe(container: MedusaContainer): Promise<Probed> {
  const mismatches = await container.resolve(POS_MODULE).query(probeSchema)
  await tell(container, mismatches)
  return { mismatches, at: performance.now() }
}

/**
 * Returns the areas whose statements do not match Medusa's tables. Their work is paused, and received entries are kept.
 */
export async function unknownAreas(container: MedusaContainer): Promise<ReadonlySet<TableArea>> {
  return new Set((await unknownTables(container)).flatMap(({ areas }) => areas))
}

/** Returns false while Medusa's tables do not match the statements of an area. */
export async function areTablesKnown(container: MedusaContainer, area: TableArea): Promise<boolean> {
  return !(await unknownAreas(container)).has(area)
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
 * Checks Medusa's tables before every write to them that does not come from a queue.
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
  const others = mismatches.length > 1 ? ` (and ${mismatches.length - 1} more)` : ""
  return first ? `${areasIn(mismatches)}: ${first.name}: ${first.reason}${others}` : ""
}

const areasIn = (mismatches: SchemaMismatch[]) => [...new Set(mismatches.flatMap(({ areas }) => areas))].join(", ")

/** Forgets the last probe, for example after tables have changed. */
export function probeAgain(): void {
  probed = null
}

async function tell(container: MedusaContainer, mismatches: SchemaMismatch[]): Promise<void> {
  if (mismatches.length === 0) {
    return
  }
  const key = createHash("sha256").update(JSON.stringify(mismatches)).digest("hex").slice(0, 16)
  await notifyAdmin(container, {
    title: "This version of Medusa is not known to the point-of-sale plugin",
    description:
      `Its tables differ (${describeMismatches(mismatches)}). Nothing of that is written until they fit; notifications are kept. ` +
      "Install a version of medusa-plugin-pos that names this version of Medusa.",
    key: `pos-unknown-tables-${key}`,
  })
}

/** Probes Medusa's tables and checks Medusa's version at each start. */
export const knownTablesPart: ApplicationPart = {
  name: "known-tables",
  start() {
    runInBackground(store, "checking Medusa's version", warnUnknownMedusa(store))
    runInBackground(
      store,
      "probing Medusa's tables",
      unknownTables(store).then(() => undefined)
    )
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
