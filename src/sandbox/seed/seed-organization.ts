import { HttpError } from "../http/http-error"
import { storeProduct } from "../products/product-library"
import { countPurchases } from "../purchases/purchase-book"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { SeededRandom } from "./random"
import { seededIds } from "./seeded-ids"
import { seedProducts } from "./seed-catalogue"
import type { SeedInput } from "./seed-input"
import { seedPurchases } from "./seed-purchases"

const DAY_MS = 86_400_000

/**
 * Fills an organisation with goods and receipts. Nobody is told of the receipts and no stock moves: this is the past.
 * @throws HttpError 409 when it has receipts already, since older ones would come after them in the list
 */
export function seedOrganization(context: SandboxContext, organization: OrganizationState, input: SeedInput) {
  if (input.purchases > 0 && countPurchases(organization.purchases) > 0) {
    throw new HttpError(409, "CONFLICT", "The organisation has purchases; seed one that has none")
  }
  const random = new SeededRandom(input.seed)
  const now = context.clock.now()
  const from = new Date(now.getTime() - input.days * DAY_MS)
  for (const product of seedProducts(organization, random, input.products, from)) {
    storeProduct(context, organization, product)
  }
  if (input.purchases > 0) {
    const plan = { count: input.purchases, from: from.getTime(), until: now.getTime(), refundShare: input.refundShare }
    seedPurchases({ ...context, ids: seededIds(random) }, organization, random, plan)
  }
  return { products: organization.products.size, purchases: countPurchases(organization.purchases) }
}
