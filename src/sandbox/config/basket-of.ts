import type { PosVariant } from "../../pos-api/contract"
import { HttpError, parseOr } from "../http/http-error"
import { type Basket, basketSchema } from "../purchases/basket"
import type { OrganizationState } from "../state/organization"
import type { ConfiguredReceipt } from "./config-schema"

/** What lies on the counter for a receipt of a configuration, whose goods are named by SKU or name. @throws HttpError */
export function basketOf(organization: OrganizationState, { items, payment, cashier }: ConfiguredReceipt): Basket {
  return parseOr(422, basketSchema, {
    items: items.map(({ sku, name, amount, quantity }) =>
      amount === undefined
        ? { type: "product", variantUuid: findByName(organization, { sku, name }).uuid, quantity }
        : { type: "custom-amount", name: name ?? "", amount, quantity }
    ),
    payments: [{ method: payment }],
    ...(cashier === undefined ? {} : { cashier }),
  })
}

type ReceiptItem = ConfiguredReceipt["items"][number]

function findByName(organization: OrganizationState, { sku, name }: Pick<ReceiptItem, "sku" | "name">): PosVariant {
  if (sku === undefined && name === undefined) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "items: a sku, a name or an amount is needed")
  }
  for (const product of organization.products.values()) {
    const isMeant = (variant: PosVariant) => (sku === undefined ? product.name === name : variant.sku === sku)
    const found = product.variants?.find(isMeant)
    if (found) {
      return found
    }
  }
  const named = sku === undefined ? `named ${name}` : `with the SKU ${sku}`
  throw new HttpError(404, "NOT_FOUND", `items: there are no goods ${named}`)
}
