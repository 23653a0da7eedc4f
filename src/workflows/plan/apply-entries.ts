import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { adoptProducts } from "../../modules/pos/queries/catalogue/adopt-products"
import { findPlanTargets } from "../../modules/pos/queries/catalogue/plans"
import { readIdentities } from "../../medusa-tables/catalogue/read-identities"
import { newMarks, setInclusion } from "../../modules/pos/queries/outbox/product-marks"
import type { PosProduct } from "../../pos-api/contract"
import { matchVariants } from "../../translate/match-products"
import { readUnlinkedProducts } from "./draft-plan"
import { findLivingProducts } from "../../medusa-tables/catalogue/sold-products"

const PAGE_SIZE = 1_000

/** How many products were linked, made due as new, and left out (ignored, or an undecided conflict). */
export type AppliedPlan = { linked: number; created: number; left_out: number }

type Plan = { id: string; connection_id: string }

/**
 * Does what a plan says, page by page. Every part may run twice, so a plan whose applying broke off is applied again.
 * What the counter has lost meanwhile is created.
 */
export async function applyEntries(container: MedusaContainer, plan: Plan): Promise<AppliedPlan> {
  const pos = container.resolve(POS_MODULE)
  const linked = await linkProducts(container, plan)
  let total = 0
  let left_out = 0
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const page = await pos.listPosPlanEntries(
      { plan_id: plan.id },
      { take: PAGE_SIZE, skip, order: { product_id: "ASC" } }
    )
    if (page.length === 0) {
      return { linked, created: total - linked - left_out, left_out }
    }
    const leftOut = page.filter(({ action }) => action === "ignore" || action === "conflict")
    const leftOutIds = leftOut.map(({ product_id }) => product_id)
    await pos.query(async (sql) => {
      const living = await findLivingProducts(sql, leftOutIds)
      return setInclusion(sql, plan.connection_id, newMarks(living), "exclude")
    })
    total += page.length
    left_out += leftOut.length
  }
}

/** Links products to those of the POS as it tells them, a page at a time. @returns how many */
async function linkProducts(container: MedusaContainer, plan: Plan): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const targets = await pos.query((sql) => findPlanTargets(sql, plan.id, []))
  const productIds = new Map(targets.map(({ product_uuid, product_id }) => [product_uuid, product_id]))
  const linked = new Set<string>()
  await readUnlinkedProducts(container, plan.connection_id, async (page) => {
    const contents = new Map(
      page.flatMap((content): [string, PosProduct][] => {
        const productId = productIds.get(content.uuid)
        return productId === undefined || linked.has(productId) ? [] : [[productId, content]]
      })
    )
    const identities = await pos.query((sql) => readIdentities(sql, [...contents.keys()]))
    const adopted = identities.flatMap((identity) => {
      const content = contents.get(identity.product_id)
      return content
        ? [
            {
              ...{ product_id: identity.product_id, product_uuid: content.uuid, content },
              ...{ awaits_publishing: false, inclusion: "auto" as const, notes: [] },
              variants: [...matchVariants(identity, content)].map(([variant_id, variant_uuid]) => ({
                ...{ variant_id, variant_uuid },
              })),
            },
          ]
        : []
    })
    await pos.query((sql) => adoptProducts(sql, plan.connection_id, adopted))
    adopted.forEach(({ product_id }) => linked.add(product_id))
  })
  return linked.size
}
