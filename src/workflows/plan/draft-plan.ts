import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type ProductIdentity, readIdentities } from "../../medusa-tables/catalogue/read-identities"
import { findLinkedUuids, insertPlanEntries } from "../../modules/pos/queries/catalogue/plans"
import { pushSettingsOf } from "../../modules/pos/push-settings"
import type { PosProduct } from "../../pos-api/contract"
import { matchProducts } from "../../translate/match-products"
import { keepUnreadable } from "../inbox/keep-unreadable"
import { selectionCondition } from "../../medusa-tables/catalogue/selection-condition"
import { findSoldProducts } from "../../medusa-tables/catalogue/sold-products"

const PAGE_SIZE = 2_000

/** The counter's products that are not linked yet. */
export async function readUnlinkedCounterProducts(
  container: MedusaContainer,
  connectionId: string
): Promise<PosProduct[]> {
  const pos = container.resolve(POS_MODULE)
  const client = await pos.clientOf(connectionId, "bulk")
  const linked = await pos.query((sql) => findLinkedUuids(sql, connectionId))
  const { items, unreadable } = await client.products.list()
  await keepUnreadable(container, connectionId, unreadable, { kind: "product" })
  return items.filter(({ uuid }) => !linked.has(uuid))
}

/**
 * Makes a plan of how the shop's products shall meet those that the counter has, and holds the push until the merchant
 * has looked at it. An earlier draft is discarded. Nothing is written at the service.
 */
export async function draftPlan(container: MedusaContainer, connectionId: string, counter: PosProduct[]) {
  const pos = container.resolve(POS_MODULE)
  const shop = await readSoldIdentities(container, connectionId)
  const entries = matchProducts(shop, counter)
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
