import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { findLivingProducts, type ProductIdentity } from "../../medusa/product-lookups"
import { fetchProductsById } from "../../medusa/services/find-products"
import { POS_MODULE } from "../../modules/pos"
import type { PosProduct } from "../../pos-api/contract"
import { openCatalog, readIdentitiesOf } from "../../runtime/catalog-access"
import { wakeFor } from "../../runtime/queue"
import { POS_EVENTS } from "../../runtime/events"
import { type AdoptedPart, type AdoptedProduct, adoptProducts } from "./candidate-store"
import { newMarks, setInclusion } from "./change-marks"
import { matchVariants } from "./matching-rules"
import { checkPlan, PlanNotDraftError, readUnlinkedProducts } from "./plan"
import { findPlanTargets } from "./plan-store"
import { startRun } from "./runs"

const PAGE_SIZE = 1_000

/** How many products were linked, marked for creation, and left out (ignored, or an undecided conflict). */
export type AppliedPlan = { linked: number; created: number; left_out: number }

type Plan = { id: string; connection_id: string }

/**
 * Applies a plan, page by page. Every part may run twice, so an interrupted plan can be applied again. Products that
 * the POS has deleted meanwhile are created.
 */
async function applyEntries(container: MedusaContainer, plan: Plan): Promise<AppliedPlan> {
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
    const over = await openCatalog(container, async () => fetchProductsById(container, leftOutIds))
    await pos.query(async (sql) => {
      const living = await findLivingProducts(over(sql), leftOutIds)
      return setInclusion(sql, plan.connection_id, newMarks(living), "exclude")
    })
    total += page.length
    left_out += leftOut.length
  }
}

/** The parts of a product at the POS that have been read so far; the first is part 0. */
type ReadParts = { wanted: number; read: Map<number, PosProduct> }

/**
 * Links products to those of the POS while reading them page by page. A split product is linked once all its parts have
 * been read, or at the end without the parts that the POS has deleted.
 * @returns how many were linked
 */
async function linkProducts(container: MedusaContainer, plan: Plan): Promise<number> {
  const pos = container.resolve(POS_MODULE)
  const targets = await pos.query((sql) => findPlanTargets(sql, plan.id, []))
  const waiting = new Map<string, ReadParts>()
  const places = new Map<string, { productId: string; part: number }>()
  for (const { product_id, product_uuid, further_uuids } of targets) {
    const uuids = [product_uuid, ...(further_uuids ?? [])]
    uuids.forEach((uuid, part) => uuid !== null && places.set(uuid, { productId: product_id, part }))
    waiting.set(product_id, { wanted: uuids.filter((uuid) => uuid !== null).length, read: new Map() })
  }
  let linked = 0
  const link = async (isReady: (parts: ReadParts) => boolean) => {
    const ready = new Map([...waiting].filter(([, parts]) => parts.read.has(0) && isReady(parts)))
    ready.forEach((_parts, productId) => waiting.delete(productId))
    const identities = await readIdentitiesOf(container, [...ready.keys()])
    const adopted = identities.flatMap((identity) => {
      const parts = ready.get(identity.product_id)
      return parts ? toAdopted(identity, parts) : []
    })
    await pos.transaction((sql) => adoptProducts(sql, plan.connection_id, adopted))
    linked += adopted.length
  }
  await readUnlinkedProducts(container, plan.connection_id, async (page) => {
    for (const product of page) {
      const place = places.get(product.uuid)
      if (place) {
        waiting.get(place.productId)?.read.set(place.part, product)
      }
    }
    await link(({ wanted, read }) => read.size === wanted)
  })
  await link(() => true)
  return linked
}

/** Converts read parts to a product to adopt. Each variant is in one part. */
function toAdopted(identity: ProductIdentity, { read }: ReadParts): AdoptedProduct[] {
  const placed = new Set<string>()
  const parts = [...read]
    .sort(([part], [other]) => part - other)
    .map(([part, content]): AdoptedPart => {
      const variants = identity.variants.filter(({ id }) => !placed.has(id))
      const pairs = [...matchVariants({ ...identity, variants }, content)]
      pairs.forEach(([variantId]) => placed.add(variantId))
      return {
        part,
        product_uuid: content.uuid,
        content,
        variants: pairs.map(([variant_id, variant_uuid]) => ({ variant_id, variant_uuid })),
      }
    })
  const [first, ...further] = parts
  return first
    ? [
        {
          product_id: identity.product_id,
          product_uuid: first.product_uuid,
          content: first.content,
          awaits_publishing: false,
          inclusion: "auto",
          notes: [],
          variants: first.variants,
          further,
        },
      ]
    : []
}

export const posApplyPlanStep = createStep("pos-apply-plan", async (planId: string, { container }) => {
  const pos = container.resolve(POS_MODULE)
  const plan = await pos.findPlan(planId)
  if (plan.state !== "draft") {
    throw new PlanNotDraftError(planId, plan.state)
  }
  await checkPlan(container, plan)
  const applied = await applyEntries(container, plan)
  await pos.updatePosPlans({ id: planId, state: "applied", applied_at: await pos.now() })
  await pos.updatePosConnections({ id: plan.connection_id, push_held: false })
  return new StepResponse({ ...(await startRun(container, plan.connection_id)), applied })
})

/** Applies a plan: links, creates and leaves out products as it says, and starts the run that syncs the POS. */
export const posApplyPlanWorkflow = createWorkflow("pos-apply-plan", (planId: string) => {
  const applied = posApplyPlanStep(planId)
  wakeFor(applied, POS_EVENTS.outboxDue)
  return new WorkflowResponse(applied)
})
