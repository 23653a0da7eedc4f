import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { adoptProducts } from "../../modules/pos/queries/catalogue/adopt-products"
import { readIdentities } from "../../medusa-tables/catalogue/read-identities"
import { newMarks, setInclusion } from "../../modules/pos/queries/outbox/product-marks"
import { matchVariants } from "../../translate/match-products"
import { readUnlinkedCounterProducts } from "./draft-plan"
import { findLivingProducts } from "../../medusa-tables/catalogue/sold-products"

const PAGE_SIZE = 1_000

/** How many products were linked, made due as new, and left out (ignored, or an undecided conflict). */
export type AppliedPlan = { linked: number; created: number; left_out: number }

/**
 * Does what a plan says, page by page. Every part may run twice, so a plan whose applying broke off is applied again.
 * What the counter has lost meanwhile is created.
 */
export async function applyEntries(
  container: MedusaContainer,
  plan: { id: string; connection_id: string }
): Promise<AppliedPlan> {
  const pos = container.resolve(POS_MODULE)
  const counter = new Map(
    (await readUnlinkedCounterProducts(container, plan.connection_id)).map((product) => [product.uuid, product])
  )
  const applied: AppliedPlan = { linked: 0, created: 0, left_out: 0 }
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const page = await pos.listPosPlanEntries(
      { plan_id: plan.id },
      { take: PAGE_SIZE, skip, order: { product_id: "ASC" } }
    )
    if (page.length === 0) {
      return applied
    }
    const targets = new Map(page.map((entry) => [entry.product_id, counter.get(entry.product_uuid ?? "")]))
    const toLink = page.filter(({ action, product_id }) => action === "link" && targets.get(product_id))
    const identities = await pos.query((sql) =>
      readIdentities(
        sql,
        toLink.map(({ product_id }) => product_id)
      )
    )
    const adopted = identities.flatMap((identity) => {
      const content = targets.get(identity.product_id)
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
    const leftOut = page.filter(({ action }) => action === "ignore" || action === "conflict")
    const leftOutIds = leftOut.map(({ product_id }) => product_id)
    await pos.query(async (sql) => {
      const living = await findLivingProducts(sql, leftOutIds)
      return setInclusion(sql, plan.connection_id, newMarks(living), "exclude")
    })
    applied.linked += adopted.length
    applied.left_out += leftOut.length
    applied.created += page.length - adopted.length - leftOut.length
  }
}
