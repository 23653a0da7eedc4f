import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { findPlanTargets, findProductsLinkedTo, type PlanTarget } from "../../modules/pos/queries/catalogue/plans"
import { nullIfNotFound } from "../../pos-api/client"
import { PlanConflictError } from "./plan-errors"

type Plan = { id: string; connection_id: string }
type Decision = { id: string; action: string; product_uuid?: string | undefined }

/**
 * Checks that decisions leave a plan that can be applied: each product that is linked has a product at the POS, which
 * nothing else is linked to.
 * @throws PlanConflictError naming the products
 */
export async function checkDecisions(container: MedusaContainer, plan: Plan, decisions: Decision[]): Promise<void> {
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
  const chosen = targets.filter(({ id }) => decided.has(id))
  const missing = chosen.filter(({ product_uuid }) => product_uuid === null)
  refuse([
    ...missing.map(({ title }) => `‘${title}’ has no product at the POS to be linked to`),
    ...conflictsOf(targets),
    ...(await linkedElsewhere(container, plan, chosen)),
  ])
  const client = await pos.clientOf(plan.connection_id, "urgent")
  const named = new Map(entries.map((entry) => [entry.id, new Set([entry.product_uuid, ...entry.candidates])]))
  const unknown: string[] = []
  for (const { id, title, product_uuid } of chosen) {
    // What the plan itself proposes was read from the POS.
    if (product_uuid !== null && !named.get(id)?.has(product_uuid)) {
      const found = await nullIfNotFound(client.products.get(product_uuid))
      unknown.push(...(found ? [] : [`‘${title}’: the POS has no product ${product_uuid}`]))
    }
  }
  refuse(unknown)
}

/** Checks a whole plan before any of it is applied. @throws PlanConflictError naming the products */
export async function checkPlan(container: MedusaContainer, plan: Plan): Promise<void> {
  const targets = await container.resolve(POS_MODULE).query((sql) => findPlanTargets(sql, plan.id, []))
  refuse([...conflictsOf(targets), ...(await linkedElsewhere(container, plan, targets))])
}

function refuse(conflicts: string[]): void {
  if (conflicts.length > 0) {
    throw new PlanConflictError(conflicts.slice(0, 10))
  }
}

/** Products that are to be linked to the same one. */
function conflictsOf(targets: PlanTarget[]): string[] {
  const first = new Map<string, PlanTarget>()
  return targets.flatMap((target) =>
    uuidsOf(target).flatMap((uuid) => {
      const rival = first.get(uuid)
      if (!rival) {
        first.set(uuid, target)
      }
      return rival ? [`‘${rival.title}’ and ‘${target.title}’ are both linked to ${uuid}`] : []
    })
  )
}

async function linkedElsewhere(container: MedusaContainer, plan: Plan, targets: PlanTarget[]): Promise<string[]> {
  const uuids = targets.flatMap(uuidsOf)
  const linked = await container
    .resolve(POS_MODULE)
    .query((sql) => findProductsLinkedTo(sql, plan.connection_id, uuids))
  return targets.flatMap((target) =>
    uuidsOf(target).flatMap((uuid) => {
      const owner = linked.get(uuid)
      return owner !== undefined && owner !== target.product_id
        ? [`‘${target.title}’: ${uuid} is linked to the product ${owner} already`]
        : []
    })
  )
}

/** The products at the POS that an entry links, all parts of them. */
const uuidsOf = ({ product_uuid, further_uuids }: PlanTarget): string[] =>
  product_uuid === null ? [] : [product_uuid, ...(further_uuids ?? [])].filter((uuid) => uuid !== null)
