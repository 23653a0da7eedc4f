import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { PlanDecision } from "../../contract/catalog"
import type { ProductIdentity } from "../../medusa/product-lookups"
import { POS_MODULE } from "../../modules/pos"
import { PosError } from "../../modules/pos/errors"
import { getOutboundSettings } from "../../modules/pos/connection-record"
import { nullIfNotFound } from "../../pos-api/client"
import type { PosProduct, PosVariant } from "../../pos-api/contract"
import { readIdentitiesOf } from "../../runtime/catalog-access"
import { storeUnreadable } from "../../runtime/inbox-store"
import { readSold } from "../../runtime/sold-products"
import { matchProducts, type PosIdentity } from "./matching-rules"
import {
  decidePlanEntries,
  findLinkedUuids,
  findPlanTargets,
  findProductsLinkedTo,
  insertPlanEntries,
  type PlanTarget,
} from "./plan-store"

/** Decisions of a plan that cannot be applied. */
class PlanConflictError extends PosError {
  constructor(conflicts: string[]) {
    super("pos_plan_conflict", `Could not keep the plan: ${conflicts.join("; ")}. Choose again.`)
  }
}

/** A plan that was applied or discarded can no longer be changed. */
export class PlanNotDraftError extends PosError {
  constructor(planId: string, state: string) {
    super("pos_plan_closed", `The plan ${planId} is ${state}. Make a new one.`)
  }
}

const PAGE_SIZE = 2_000

/** Maximum number of times the product library is read because products are deleted between its pages. */
const READS = 3

/** Products were deleted at the POS during every reading of its product library. */
class LibraryChangesTooOftenError extends Error {
  constructor() {
    super(`Could not read the products of the POS: they changed ${READS} times meanwhile. Try again in a minute.`)
    this.name = "LibraryChangesTooOftenError"
  }
}

/**
 * Reads the products of the POS that are not linked yet, page by page. If products were deleted between pages, all
 * pages are read again, because others may have been skipped. A product may therefore be passed twice.
 * @throws LibraryChangesTooOftenError
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
    await storeUnreadable(container, connectionId, unreadable, { kind: "product" })
    await onPage(items.filter(({ uuid }) => !linked.has(uuid)))
  }, READS)
  if (!isStable) {
    throw new LibraryChangesTooOftenError()
  }
}

/** Reads the identities, for matching, of products of the POS that are not linked yet. */
export async function readUnlinkedIdentities(container: MedusaContainer, connectionId: string): Promise<PosIdentity[]> {
  const identities = new Map<string, PosIdentity>()
  await readUnlinkedProducts(container, connectionId, async (products) => {
    for (const { uuid, name, externalReference, variants } of products) {
      identities.set(uuid, { uuid, name, externalReference, variants: variants?.map(toVariantIdentity) })
    }
  })
  return [...identities.values()]
}

const toVariantIdentity = ({ uuid, name, sku, barcode }: PosVariant) => ({ uuid, name, sku, barcode })

/**
 * Creates a plan that matches the store's products with those of the POS, and holds the push until the merchant has
 * applied it. An earlier draft is discarded. Nothing is written to the POS.
 */
export async function draftPlan(container: MedusaContainer, connectionId: string, posProducts: PosIdentity[]) {
  const pos = container.resolve(POS_MODULE)
  const store = await readSoldIdentities(container, connectionId)
  const { variant_overflow } = getOutboundSettings(await pos.findConnection(connectionId))
  const entries = matchProducts(store, posProducts, { isSplit: variant_overflow === "split" })
  const drafts = await pos.listPosPlans({ connection_id: connectionId, state: "draft" }, { take: null })
  await pos.updatePosPlans(drafts.map(({ id }) => ({ id, state: "discarded" as const })))
  const plan = await pos.createPosPlans({ connection_id: connectionId, pos_total: posProducts.length })
  for (let start = 0; start < entries.length; start += PAGE_SIZE) {
    await pos.query((sql) => insertPlanEntries(sql, plan.id, entries.slice(start, start + PAGE_SIZE)))
  }
  await pos.updatePosConnections({ id: connectionId, push_held: true })
  return plan
}

async function readSoldIdentities(container: MedusaContainer, connectionId: string): Promise<ProductIdentity[]> {
  const pos = container.resolve(POS_MODULE)
  const { selection } = getOutboundSettings(await pos.findConnection(connectionId))
  const identities: ProductIdentity[] = []
  for (let after = ""; ;) {
    const ids = await readSold(container, {
      connectionId,
      selection,
      after,
      among: null,
      limit: PAGE_SIZE,
      unlinked: true,
    })
    const page = await readIdentitiesOf(container, ids)
    const last = page.at(-1)
    if (!last) {
      return identities
    }
    identities.push(...page)
    after = last.product_id
  }
}

export const posMakePlanStep = createStep("pos-make-plan", async (connectionId: string, { container }) => {
  const posProducts = await readUnlinkedIdentities(container, connectionId)
  const plan = await draftPlan(container, connectionId, posProducts)
  return new StepResponse({ plan_id: plan.id })
})

/** Creates a plan for a connection and holds its push until the plan is applied. */
export const posMakePlanWorkflow = createWorkflow("pos-make-plan", (connectionId: string) => {
  return new WorkflowResponse(posMakePlanStep(connectionId))
})

type Plan = { id: string; connection_id: string }
type Decision = { id: string; action: string; product_uuid?: string | undefined }

/**
 * Checks that a plan can be applied after the given decisions: each product to link has a product at the POS, which
 * nothing else is linked to.
 * @throws PlanConflictError naming the products
 */
async function checkDecisions(container: MedusaContainer, plan: Plan, decisions: Decision[]): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const decided = new Map(decisions.map((decision) => [decision.id, decision]))
  const entries = await pos.query((sql) => findPlanTargets(sql, plan.id, [...decided.keys()]))
  const targets = entries.flatMap((entry): PlanTarget[] => {
    const decision = decided.get(entry.id)
    if (!decision) {
      return [entry]
    }
    const product_uuid = decision.product_uuid ?? entry.product_uuid
    const further_uuids = product_uuid === entry.product_uuid ? entry.further_uuids : null
    return decision.action === "link" ? [{ ...entry, product_uuid, further_uuids }] : []
  })
  const chosenTargets = targets.filter(({ id }) => decided.has(id))
  const missing = chosenTargets.filter(({ product_uuid }) => product_uuid === null)
  refuse([
    ...missing.map(({ title }) => `‘${title}’ has no product at the POS to be linked to`),
    ...getConflicts(targets),
    ...(await linkedElsewhere(container, plan, chosenTargets)),
  ])
  const client = await pos.clientOf(plan.connection_id, "urgent")
  const uuidsByTarget = new Map(entries.map((entry) => [entry.id, new Set([entry.product_uuid, ...entry.candidates])]))
  const unknown: string[] = []
  for (const { id, title, product_uuid } of chosenTargets) {
    // The products that the plan itself proposes were read from the POS.
    if (product_uuid !== null && !uuidsByTarget.get(id)?.has(product_uuid)) {
      const product = await nullIfNotFound(client.products.get(product_uuid))
      if (!product) {
        unknown.push(`‘${title}’: the POS has no product ${product_uuid}`)
      }
    }
  }
  refuse(unknown)
}

/** Checks a whole plan before any of it is applied. @throws PlanConflictError naming the products */
export async function checkPlan(container: MedusaContainer, plan: Plan): Promise<void> {
  const targets = await container.resolve(POS_MODULE).query((sql) => findPlanTargets(sql, plan.id, []))
  refuse([...getConflicts(targets), ...(await linkedElsewhere(container, plan, targets))])
}

function refuse(conflicts: string[]): void {
  if (conflicts.length > 0) {
    throw new PlanConflictError(conflicts.slice(0, 10))
  }
}

/** Describes the products that are to be linked to the same product at the POS. */
function getConflicts(targets: PlanTarget[]): string[] {
  const first = new Map<string, PlanTarget>()
  return targets.flatMap((target) =>
    getUuids(target).flatMap((uuid) => {
      const rival = first.get(uuid)
      if (!rival) {
        first.set(uuid, target)
      }
      return rival ? [`‘${rival.title}’ and ‘${target.title}’ are both linked to ${uuid}`] : []
    })
  )
}

async function linkedElsewhere(container: MedusaContainer, plan: Plan, targets: PlanTarget[]): Promise<string[]> {
  const uuids = targets.flatMap(getUuids)
  const linked = await container
    .resolve(POS_MODULE)
    .query((sql) => findProductsLinkedTo(sql, plan.connection_id, uuids))
  return targets.flatMap((target) =>
    getUuids(target).flatMap((uuid) => {
      const owner = linked.get(uuid)
      return owner !== undefined && owner !== target.product_id
        ? [`‘${target.title}’: ${uuid} is linked to the product ${owner} already`]
        : []
    })
  )
}

/** Returns the UUIDs of the products at the POS that an entry links, including further parts. */
const getUuids = ({ product_uuid, further_uuids }: PlanTarget): string[] =>
  product_uuid === null ? [] : [product_uuid, ...(further_uuids ?? [])].filter((uuid) => uuid !== null)

export type DecidePlanInput = {
  plan_id: string
  entries: { id: string; action: PlanDecision; product_uuid?: string | undefined }[]
}

export const posDecidePlanStep = createStep(
  "pos-decide-plan",
  async ({ plan_id, entries }: DecidePlanInput, { container }) => {
    const pos = container.resolve(POS_MODULE)
    const plan = await pos.findPlan(plan_id)
    if (plan.state !== "draft") {
      throw new PlanNotDraftError(plan_id, plan.state)
    }
    await checkDecisions(container, plan, entries)
    const changed = await pos.query((sql) => decidePlanEntries(sql, plan_id, entries))
    return new StepResponse({ changed: changed.length })
  }
)

/** Stores the merchant's decisions on entries of a plan. */
export const posDecidePlanWorkflow = createWorkflow("pos-decide-plan", (input: DecidePlanInput) => {
  return new WorkflowResponse(posDecidePlanStep(input))
})
