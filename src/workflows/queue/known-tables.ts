import { createHash } from "node:crypto"
import { container as shop } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { TableArea } from "../../medusa-tables/probe/probes"
import { probeSchema, type SchemaMismatch } from "../../medusa-tables/probe/probe-schema"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { notifyAdmin } from "../connection/notify-admin"
import { goOnBeside } from "./background"
import { tellUnknownMedusa } from "./known-medusa"

/** Tables that do not fit may be put right while the shop runs; those that fit stay as they are. */
const ASK_AGAIN_MS = 30_000

type Probed = { mismatches: SchemaMismatch[]; at: number }

/** One probe for all that ask at once, as every pump does at boot. */
let probed: Promise<Probed> | null = null

/**
 * What of Medusa's tables is not as our statements need it. Asked at boot, and then only while something is wrong.
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

/** Forgets a probe, unless another has been begun since. */
function forget(asked: Promise<Probed> | null): void {
  if (probed === asked) {
    probed = null
  }
}

function ask(container: MedusaContainer): Promise<Probed> {
  const asked = probe(container)
  // Nothing was learned; whoever asks next asks anew, and whoever waits for this one is told.
  asked.catch(() => forget(asked))
  return asked
}

async function probe(container: MedusaContainer): Promise<Probed> {
  const mismatches = await container.resolve(POS_MODULE).query(probeSchema)
  await tell(container, mismatches)
  return { mismatches, at: performance.now() }
}

/** The areas whose statements Medusa's tables do not fit: what they do rests, and what comes is kept. */
export async function unknownAreas(container: MedusaContainer): Promise<ReadonlySet<TableArea>> {
  return new Set((await unknownTables(container)).flatMap(({ areas }) => areas))
}

/** False while Medusa's tables are not those that an area's statements need. */
export async function areTablesKnown(container: MedusaContainer, area: TableArea): Promise<boolean> {
  return !(await unknownAreas(container)).has(area)
}

/** Medusa's tables are not those that we know, so nothing is written to them. */
export class TablesUnknownError extends MedusaError {
  constructor(area: TableArea, mismatches: SchemaMismatch[]) {
    const ofArea = mismatches.filter(({ areas }) => areas.includes(area))
    super(
      MedusaError.Types.NOT_ALLOWED,
      `Could not change ${area}: Medusa's tables differ from what medusa-plugin-pos knows (${describeMismatches(ofArea)}). ` +
        "Install a version of the plugin that names this version of Medusa, and try again."
    )
    this.name = "TablesUnknownError"
  }
}

/**
 * The gate before every write to Medusa's tables that no queue makes.
 * @throws TablesUnknownError while the tables are not those that the area's statements need
 */
export async function assertTablesKnown(container: MedusaContainer, area: TableArea): Promise<void> {
  if (!(await areTablesKnown(container, area))) {
    throw new TablesUnknownError(area, await unknownTables(container))
  }
}

/** One sentence on what does not fit, and for which areas. */
export function describeMismatches(mismatches: SchemaMismatch[]): string {
  const [first] = mismatches
  const others = mismatches.length > 1 ? ` (and ${mismatches.length - 1} more)` : ""
  return first ? `${areasIn(mismatches)}: ${first.name}: ${first.reason}${others}` : ""
}

const areasIn = (mismatches: SchemaMismatch[]) => [...new Set(mismatches.flatMap(({ areas }) => areas))].join(", ")

/** Forgets what was probed, as when tables have been changed. */
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

/** Probes Medusa's tables, and compares its version, at each start. */
export const knownTablesPart: ApplicationPart = {
  name: "known-tables",
  start() {
    goOnBeside(shop, "looking at Medusa's version", tellUnknownMedusa(shop))
    goOnBeside(
      shop,
      "probing Medusa's tables",
      unknownTables(shop).then(() => undefined)
    )
  },
  async end() {},
}
