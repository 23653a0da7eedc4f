import type { PosProduct, Purchase } from "../../pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"
import { acceptProduct, storeProduct } from "../products/product-library"
import { type Basket, basketSchema } from "../purchases/basket"
import { refundPurchase } from "../purchases/refund"
import { refundSchema } from "../purchases/refund-input"
import { ringUpSale } from "../purchases/ring-up"
import type { OrganizationState } from "../state/organization"
import type { MatchingIds } from "./matching-ids"

/** What stands in for receipts of years. */
const MAX_PURCHASES = 200

/**
 * Gives the sandbox what the account had before it was recorded: the same products, and receipts like those that were
 * answered. What a rule of the sandbox does not let in is told.
 */
export function setTheStage(
  context: SandboxContext,
  organization: OrganizationState,
  things: { products: PosProduct[]; purchases: Purchase[] },
  ids: MatchingIds
): string[] {
  const refused: string[] = []
  const attempt = (what: string, work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof HttpError)) {
        throw error
      }
      refused.push(`${what}: ${error.message}`)
    }
  }
  for (const product of things.products) {
    attempt(`product ${product.uuid}`, () => {
      const { etag: _etag, ...content } = product
      storeProduct(context, organization, acceptProduct(context, organization, content))
    })
  }
  for (const recorded of things.purchases.slice(0, MAX_PURCHASES)) {
    attempt(`purchase ${recorded.purchaseUUID1}`, () => {
      ids.learn(recorded, ringUpLike(context, organization, recorded, ids))
    })
  }
  return refused
}

/** A receipt of the same goods, paid in the same way, or a refund of the same receipt. */
function ringUpLike(
  context: SandboxContext,
  organization: OrganizationState,
  recorded: Purchase,
  ids: MatchingIds
): Purchase {
  if (recorded.refund && recorded.refundsPurchaseUUID1) {
    const input = refundSchema.parse({ purchaseUuid: ids.translate(recorded.refundsPurchaseUUID1) })
    return refundPurchase(context, organization, input)
  }
  const [payment] = recorded.payments
  const items = recorded.products.map((row) => {
    const quantity = row.quantity.replace("-", "")
    return row.variantUuid && organization.variantProducts.has(row.variantUuid)
      ? { type: "product", variantUuid: row.variantUuid, quantity }
      : { type: "custom-amount", name: row.name ?? "", amount: Math.abs(row.unitPrice), quantity }
  })
  const basket: Basket = {
    ...basketSchema.parse({ items, tip: payment?.gratuityAmount ?? 0 }),
    payments: [{ method: /CASH$/.test(payment?.type ?? "") ? "cash" : "card" }],
  }
  return ringUpSale(context, organization, basket)
}
