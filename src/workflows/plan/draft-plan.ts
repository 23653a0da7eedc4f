import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ProductIdentity, readIdentities } from "../../medusa-tables/catalogue/read-identities"
import { findLinkedUuids, insertPlanEntries } from "../../modules/pos/queries/catalogue/plans"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { PosProduct, PosVariant } from "../../pos-api/contract"
import { matchProducts, type PosIdentity } from "../../translate/match-products"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { findSoldProducts } from "../../medusa-tables/catalogue/sold-products"

const PAGE_SIZE = 2_000

/** How often the library is read at the most, while products are deleted between its pages. */
const READS = 3

/** Products were deleted at the POS again and again while its library was read. */
class LibraryKeepsChangingError extends Error {
  constructor() {
    super(`Could not read the products of the POS: they changed ${READS} times meanwhile. Try again in a minute.`)
    this.name = "LibraryKeepsChangingError"
  }
}

/**
 * Reads the products of the POS that are not linked yet, page by page. Where products were deleted between pages, all are
 * read again, since others may have been passed over; so a product may come twice.
 * @throws LibraryKeepsChangingError
 */
export async function readUnlinkedProducts(
  container: MedusaContainer,
  connectionId: string,
  onPage: (products: PosProduct[]) => Promise<void>
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(connectionId, "bulk")
  const linked = await pos.query((sql) => findLinkedUuids(sql, connectionId))
  const { isStable } = await client.products.readLibrary(async ({ items, unreadable }) => {
    await keepUnreadable(container, connectionId, unreadable, { kind: "product" })
    await onPage(items.filter(({ uuid }) => !linked.has(uuid)))
  }, READS)
  if (!isStable) {
    throw new LibraryKeepsChangingError()
  }
}

/** What the matching needs of the products of the POS that are not linked yet. */
export async function readUnlinkedIdentities(container: MedusaContainer, connectionId: string): Promise<PosIdentity[]> {
  const found = new Map<string, PosIdentity>()
  await readUnlinkedProducts(container, connectionId, async (products) => {
    for (const { uuid, name, externalReference, variants } of products) {
      found.set(uuid, { uuid, name, externalReference, variants: variants?.map(toVariantIdentity) })
    }
  })
  return [...found.values()]
}

const toVariantIdentity = ({ uuid, name, sku, barcode }: PosVariant) => ({ uuid, name, sku, barcode })

/**
 * Makes a plan of how the shop's products shall meet those that the counter has, and holds the push until the merchant
 * has looked at it. An earlier draft is discarded. Nothing is written at the service.
 */
export async function draftPlan(container: MedusaContainer, connectionId: string, counter: PosIdentity[]) {
  const pos = container.resolve(POS_MODULE)
  const shop = await readSoldIdentities(container, connectionId)
  const { variant_overflow } = pushSettingsOf(await pos.findConnection(connectionId))
  const entries = matchProducts(shop, counter, { isSplit: variant_overflow === "split" })
  const drafts = await pos.listPosPlans({ connection_id: connectionId, state: "draft" }, { take: null })
  await pos.updatePosPlans(drafts.map(({ id }) => ({ id, state: "discarded" as const })))
  const plan = await pos.createPosPlans({ connection_id: connectionId, counter_total: counter.length })
  for (let start = 0; start < entries.length; start += PAGE_SIZE) {
    await pos.query((sql) => insertPlanEntries(sql, plan.id, entries.slice(start, start + PAGE_SIZE)))
  }
  await pos.updatePosConnections({ id: connectionId, push_held: true })
  return plan
}

async function readSoldIdentities(container: MedusaContainer, connectionId: string): Promise<ProductIdentity[]> {
  const pos = container.resolve(POS_MODULE)
  const selected = selectionCondition(pushSettingsOf(await pos.findConnection(connectionId)).selection)
  const found: ProductIdentity[] = []
  for (let after = ""; ;) {
    const page = await pos.query(async (sql) => {
      const ids = await findSoldProducts(sql, {
        ...{ connectionId, selected, after, among: null, limit: PAGE_SIZE, unlinked: true },
      })
      return readIdentities(sql, ids)
    })
    const last = page.at(-1)
    if (!last) {
      return found
    }
    found.push(...page)
    after = last.product_id
  }
}
