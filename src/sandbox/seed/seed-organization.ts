import { HttpError } from "../http/http-error"
import { storeProduct } from "../products/product-library"
import { countPurchases } from "../purchases/purchase-book"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { shopMoments } from "./opening-hours"
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
    if (organization.ledger.liquid.length === 0) {
      // A look at the empty account was before this past came to be: it is still to be paid out, day by day.
      organization.ledger.settledUntil = null
    }
    const time = { from: from.getTime(), until: now.getTime(), timeZone: organization.profile.timeZone ?? "UTC" }
    const { purchases: count, growth } = input
    // Its own chance, so that what was bought does not hang on when.
    const moments = shopMoments(new SeededRandom(input.seed + 1), { count, growth, ...time })
    const plan = { moments, refundShare: input.refundShare }
    seedPurchases({ ...context, ids: seededIds(random) }, organization, random, plan)
  }
  return { products: organization.products.size, purchases: countPurchases(organization.purchases) }
}
