import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { readCatalogVersion } from "../../medusa/changed-products"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import { ROWS_VERSION } from "../../modules/pos/database/housekeeping"
import type { Sql } from "../../modules/pos/database/sql"
import { isCatalogByServices, readTaxRegion } from "../../runtime/catalog-access"
import { noteAudit } from "../../runtime/due-queues"
import { markLinkedProductsDue } from "./change-marks"
import { canonicalJson } from "./field-changes"
import { isDecidedByTables } from "./customize-products"
import { linkAllSold } from "./mark-changed"
import { findQuietLinks } from "./outbox"
import { previewProducts, type ProductPreview } from "./preview"
import { toProductsQuery } from "./read-products"

/** Number of products to check at a time: a store with 10,000 products is checked in five minutes. */
const SLICE = 2_000

/** The same where Medusa's services read them, which takes ten times as long or more. */
const SLICE_BY_SERVICES = 200

/** What a check of a slice has found. `last`: the slice's last product; null: there is none after it. */
type CheckedSlice = { last: string | null; checked: number; isDue: boolean }

/**
 * Remembers slices in which a check has found nothing to do, with the version of all rows that decided it, so that they
 * are not read again while nothing has changed. Only for this process: another one may map products in another way.
 */
class CleanSlices {
  /** how long a slice is not checked again, if its version stays the same */
  private static readonly LONGEST_MS = 60 * 60_000

  /** of 2,000 products each */
  private static readonly MOST = 1_000

  /** by connection and the product before the first; `at`: by `performance.now()` */
  private readonly slices = new Map<string, { version: string; last: string | null; at: number }>()

  find(key: string, version: string | null): CheckedSlice | null {
    const checkedSlice = this.slices.get(key)
    const isClean = checkedSlice?.version === version && performance.now() - checkedSlice.at < CleanSlices.LONGEST_MS
    return isClean ? { last: checkedSlice.last, checked: 0, isDue: false } : null
  }

  /** @param version null: something beside the rows decides the contents */
  record(key: string, version: string | null, { last, isDue }: CheckedSlice): void {
    this.slices.delete(key)
    if (version !== null && !isDue) {
      this.slices.set(key, { version, last, at: performance.now() })
    }
    const oldest = this.slices.size > CleanSlices.MOST ? this.slices.keys().next().value : undefined
    if (oldest !== undefined) {
      this.slices.delete(oldest)
    }
  }
}

const cleanSlices = new CleanSlices()

/**
 * Reads the version of the store's catalog, by which {@link auditProducts} finds out whether anything has changed; null
 * where Medusa's services read the catalog, because its tables are unknown.
 */
export async function readAuditBasis(container: MedusaContainer): Promise<string | null> {
  return (await isCatalogByServices(container)) ? null : container.resolve(POS_MODULE).query(readCatalogVersion)
}

/**
 * Reads a text that differs once the mapping of a connection's products may give another result by the plugin's own
 * tables. Links of variants also have the stock, which does not decide it.
 */
async function readLinksVersion(sql: Sql, connectionId: string): Promise<string> {
  const [row] = await sql(
    z.object({ version: z.string() }),
    `SELECT string_agg(version, ' ') AS version FROM (
       SELECT count(*) || ':' || coalesce(sum(hashtext(
         concat_ws(' ', id, variant_id, variant_uuid, product_link_id, product_uuid))::bigint), 0) AS version
       FROM pos_variant_link WHERE connection_id = ? AND deleted_at IS NULL
       UNION ALL SELECT ${ROWS_VERSION} FROM pos_product_link WHERE connection_id = ?
       UNION ALL SELECT ${ROWS_VERSION} FROM pos_product_part WHERE connection_id = ?
       UNION ALL SELECT ${ROWS_VERSION} FROM pos_category_link WHERE connection_id = ?
       UNION ALL SELECT ${ROWS_VERSION} FROM pos_image WHERE connection_id = ?
       UNION ALL SELECT ${ROWS_VERSION} FROM pos_held_change WHERE connection_id = ?) AS versions`,
    Array.from({ length: 6 }, () => connectionId)
  )
  return row?.version ?? ""
}

/**
 * Checks a slice of a connection's products by content. Products whose content has changed since they were sent become
 * due, regardless of the cause. The next call checks the next slice. The first slice of a round also links products that the
 * store sells and that have no link. A slice in which nothing was to do is not read again while nothing has changed.
 * @param catalogVersion see {@link readAuditBasis}
 * @returns how many were checked, whether any became due, and whether the next check would find the same as long as no
 * row of the database changes: all products were checked, and nothing outside of the database decides their content
 */
export async function auditProducts(
  container: MedusaContainer,
  connection: ConnectionRecord,
  catalogVersion: string | null = null
): Promise<{ checked: number; isDue: boolean; isStable: boolean }> {
  const pos = container.resolve(POS_MODULE)
  const after = connection.audit_cursor ?? ""
  // Recorded at the start, so that a connection that fails is not the first again in the next round.
  await pos.query((sql, now) => noteAudit(sql, connection.id, now))
  const taxRegion = await readTaxRegion(container, connection)
  const isDecided = await isDecidedByTables(container, taxRegion)
  const isComparable = isDecided && catalogVersion !== null
  const links = isComparable ? await pos.query((sql) => readLinksVersion(sql, connection.id)) : null
  const version = isComparable
    ? canonicalJson({ catalogVersion, links, reading: toProductsQuery(connection, taxRegion, []) })
    : null
  const slice = `${connection.id} ${after}`
  const cleanSlice = cleanSlices.find(slice, version)
  const checkedSlice = cleanSlice ?? (await checkSlice(container, connection, after))
  if (cleanSlice === null) {
    cleanSlices.record(slice, version, checkedSlice)
  }
  const { last, checked, isDue } = checkedSlice
  if (last !== connection.audit_cursor) {
    await pos.updatePosConnections({ id: connection.id, audit_cursor: last })
  }
  const isWhole = after === "" && last === null
  return { checked, isDue, isStable: isWhole && !isDue && isDecided }
}

async function checkSlice(
  container: MedusaContainer,
  connection: ConnectionRecord,
  after: string
): Promise<CheckedSlice> {
  const pos = container.resolve(POS_MODULE)
  const linked = after === "" ? await linkAllSold(container, connection) : 0
  const limit = (await isCatalogByServices(container)) ? SLICE_BY_SERVICES : SLICE
  const links = await pos.query((sql) => findQuietLinks(sql, { connectionId: connection.id, after, limit }))
  const previews = links.length > 0 ? await previewProducts(container, connection, links) : []
  const differing = previews.filter(isDifferent).map(({ link }) => link.product_id)
  if (differing.length > 0) {
    await pos.query((sql) => markLinkedProductsDue(sql, differing))
  }
  const last = links.length === limit ? (links.at(-1)?.product_id ?? null) : null
  return { last, checked: links.length, isDue: linked + differing.length > 0 }
}

function isDifferent({ link, fate, mapped }: ProductPreview): boolean {
  if (link.state === "held") {
    return (mapped?.fingerprint ?? null) !== link.rejected_fingerprint
  }
  const isThere = ["synced", "rejected"].includes(link.state)
  if (!mapped) {
    return isThere || fate === "removed" || fate === "forgotten"
  }
  return (link.state === "rejected" ? link.rejected_fingerprint : link.fingerprint) !== mapped.fingerprint
}
