import { BigNumber } from "bignumber.js"
import { v5 as uuidVersion5 } from "uuid"
import type { BrandNames, Purchase, PurchasePayment, PurchaseRow } from "../../pos-api/contract"
import type { OrganizationState } from "../state/organization"
import { roundHalfUp } from "./compose-rows"
import { rateOf } from "./draft-returns"
import { taxOf } from "./settle-totals"

/** The interface numbers users and organisations; the number is made of the UUID, so that it is always the same. */
const numberOf = (uuid: string) => Number.parseInt(uuid.slice(0, 7), 16) + 1

/** A purchase as the purchase interface of the running service writes it, with the fields that it was seen to have. */
export function observedPurchase(brand: BrandNames, organization: OrganizationState, purchase: Purchase): Purchase {
  const { organizationUuid: _organization, userUuid: _user, ...rest } = purchase
  return {
    ...rest,
    userId: numberOf(organization.userUuid),
    organizationId: numberOf(organization.uuid),
    cashRegister: { uuid: uuidVersion5("cash register", organization.uuid), name: "Kassa 1" },
    taxAmount: purchase.taxationType === "SALES_TAX" ? purchase.vatAmount : 0,
    taxValues: [],
    note: null,
    published: true,
    products: purchase.products.map((row) => observedRow(row, purchase.taxationMode === "EXCLUSIVE")),
    payments: purchase.payments.map((payment) => observedPayment(brand, payment)),
  }
}

/** What PurchaseCreated has in place of the interface's numbers. */
export function withEventIds(organization: OrganizationState, purchase: Purchase): Purchase {
  const { userId: _user, organizationId: _organization, ...rest } = purchase
  return { ...rest, organizationUuid: organization.uuid, userUuid: organization.userUuid }
}

/** What is gross is before purchase-wide discounts. */
function observedRow(row: PurchaseRow, exclusive: boolean): PurchaseRow {
  const { unitPrice, quantity, discount, discountValue } = row
  const grossValue = roundHalfUp(new BigNumber(unitPrice).times(quantity)) - (discountValue ?? 0)
  return {
    ...row,
    grossValue,
    grossTax: taxOf(grossValue, rateOf(row), exclusive),
    taxRates: row.taxRates ?? [],
    taxExempt: false,
    description: "",
    ...(discount ? { discount: { ...discount, value: discountValue ?? 0 } } : {}),
  }
}

function observedPayment({ paymentTypes }: BrandNames, payment: PurchasePayment): PurchasePayment {
  const { type, amount, attributes } = payment
  if (type === paymentTypes.cash && amount < 0) {
    return { ...payment, attributes: { handedAmount: amount } }
  }
  return type === paymentTypes.card
    ? { ...payment, attributes: { ...attributes, nrOfInstallments: 1, installmentAmount: amount } }
    : payment
}
