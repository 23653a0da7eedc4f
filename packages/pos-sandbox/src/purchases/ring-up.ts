import { BigNumber } from "bignumber.js"
import { parse as uuidBytes, v5 as uuidVersion5 } from "uuid"
import {
  type BrandNames,
  formatTimestamp,
  parseTimestamp,
  type Purchase,
  type PurchasePayment,
  type PurchaseRow,
} from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { bookPayments } from "../finance/ledger"
import { AT_POS, moveStock, type StockMove } from "../inventory/move-stock"
import type { OrganizationState } from "../state/organization"
import type { Basket } from "./basket"
import { getRate } from "./draft-returns"
import { priceBasket, roundHalfUp, getTax, type Totals } from "./price-basket"
import { appendPurchase, countPurchases } from "./purchase-book"
import { bookGiftCardPayments, issueGiftCard, takePayments } from "./take-payments"

/**
 * Sells at the register: makes a purchase, moves gift cards and tracked stock, and notifies subscribers, as the POS
 * does.
 * @throws HttpError 404 for an unknown variant or gift card, 422 for what cannot be sold or paid so
 */
export function ringUpSale(context: SandboxContext, organization: OrganizationState, basket: Basket): Purchase {
  const purchase = makeSale(context, organization, basket, context.clock.now())
  announcePurchase(context, organization, purchase)
  moveStock(context, organization, storeMoves(organization, purchase), AT_POS)
  return purchase
}

/** The sale alone, at any moment: nobody is notified and no stock moves. */
export function makeSale(context: SandboxContext, organization: OrganizationState, basket: Basket, at: Date): Purchase {
  const { drafts, discounts, totals } = priceBasket(context.ids, organization, basket, at)
  const { serviceCharge } = basket
  const payments = takePayments(context, organization, basket, totals.amount, at)
  const purchase = composePurchase(
    context,
    organization,
    totals,
    payments,
    {
      source: basket.source,
      userDisplayName: basket.cashier,
      discounts,
      serviceCharge: serviceCharge ? { ...serviceCharge, quantity: "1" } : null,
    },
    at
  )
  appendPurchase(organization.purchases, purchase)
  bookGiftCardPayments(organization, payments)
  bookPayments(context, organization, payments, at)
  basket.items.forEach((item, index) => {
    const uuid = drafts[index]?.row.details?.giftcardUuid
    if (item.type === "gift-card" && uuid) {
      issueGiftCard(organization, { uuid, amount: item.amount, validYears: item.validYears }, at)
    }
  })
  return purchase
}

/** Notifies subscribers and the register page of a purchase; its identifier is named `purchaseUuid` there (as observed). */
export function announcePurchase(context: SandboxContext, organization: OrganizationState, purchase: Purchase): void {
  const { purchaseUUID1, ...rest } = withEventIds(organization, purchase)
  const moment = parseTimestamp(purchase.created)?.getTime()
  const isEpoch = context.state.settings.purchaseTimestampForm === "epoch"
  const times = isEpoch ? { timestamp: moment, created: moment } : {}
  context.deliveries.publish(organization, "PurchaseCreated", { ...rest, purchaseUuid: purchaseUUID1, ...times })
  context.activity.publish({
    type: "purchase",
    organizationUuid: organization.uuid,
    purchaseUuid: purchaseUUID1,
  })
}

/** What a purchase takes from the store; a refund's negative quantities bring it back. */
export function storeMoves({ inventories }: OrganizationState, purchase: Purchase): StockMove[] {
  const { STORE, SOLD } = inventories
  return purchase.products.flatMap(({ type, productUuid, variantUuid, quantity }) => {
    const sold = new BigNumber(quantity)
    const way = sold.isNegative() ? { from: SOLD, to: STORE } : { from: STORE, to: SOLD }
    return type === "PRODUCT" && productUuid && variantUuid
      ? [{ productUuid, variantUuid, ...way, change: sold.abs().toFixed() }]
      : []
  })
}

/** What distinguishes two purchases, in addition to its totals and payments. */
type Particulars = Pick<Purchase, "discounts" | "source" | "userDisplayName"> &
  Partial<Pick<Purchase, "serviceCharge" | "refund" | "refundsPurchaseUUID" | "refundsPurchaseUUID1">>

/** Writes a purchase as the interface shows it (spec "Purchase", extras as observed). Amounts in minor units. */
export function composePurchase(
  context: SandboxContext,
  organization: OrganizationState,
  totals: Totals,
  payments: PurchasePayment[],
  particulars: Particulars,
  at: Date
): Purchase {
  const { profile } = organization
  const { brand, ids } = context
  const isObserved = speaksField(context, "purchaseTypes")
  // What is named "version 1" is not always one.
  const uuid = isObserved ? ids.random() : ids.timed(at)
  const created = formatTimestamp(at)
  const purchaseNumber = countPurchases(organization.purchases) + 1
  const purchase: Purchase = {
    source: particulars.source,
    ...identify(uuid),
    timestamp: created,
    created,
    purchaseNumber,
    globalPurchaseNumber: purchaseNumber,
    amount: payments.reduce((sum, payment) => sum + payment.amount, 0),
    vatAmount: totals.vatAmount,
    country: profile.country,
    currency: profile.currency ?? "",
    products: totals.rows,
    payments,
    discounts: particulars.discounts,
    serviceCharge: particulars.serviceCharge ?? undefined,
    refund: particulars.refund ?? false,
    refunded: false,
    refundsPurchaseUUID: particulars.refundsPurchaseUUID,
    refundsPurchaseUUID1: particulars.refundsPurchaseUUID1,
    refundedByPurchaseUUIDs: [],
    refundedByPurchaseUUIDs1: [],
    groupedVatAmounts: speaksField(context, "groupedVat") ? totals.groupedTurnover : totals.groupedVatAmounts,
    userDisplayName: particulars.userDisplayName,
    gpsCoordinates: { longitude: 18.0686, latitude: 59.3293, accuracyMeters: 12.5 },
    customAmountSale: totals.rows.length === 1 && totals.rows[0]?.type === "CUSTOM_AMOUNT",
    taxationMode: profile.taxationMode,
    taxationType: profile.taxationType,
    references: { checkoutUUID: ids.random() },
    organizationUuid: organization.uuid,
    userUuid: organization.userUuid,
    udid: "sandbox-register",
    receiptCopyAllowed: true,
  }
  return isObserved ? observedPurchase(brand, organization, purchase) : purchase
}

/** The deprecated identifier is the same 16 bytes in base64url (observed "Purchases"). */
function identify(uuid: string) {
  return { purchaseUUID: shortUuid(uuid), purchaseUUID1: uuid }
}

export function shortUuid(uuid: string): string {
  return Buffer.from(uuidBytes(uuid)).toString("base64url")
}

/** The interface numbers users and organizations; the number is made of the UUID, so that it is always the same. */
const getNumber = (uuid: string) => Number.parseInt(uuid.slice(0, 7), 16) + 1

/** A purchase as the purchase interface of the running POS writes it, with the fields that it was seen to have. */
function observedPurchase(brand: BrandNames, organization: OrganizationState, purchase: Purchase): Purchase {
  const { organizationUuid: _organization, userUuid: _user, ...rest } = purchase
  return {
    ...rest,
    userId: getNumber(organization.userUuid),
    organizationId: getNumber(organization.uuid),
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
function withEventIds(organization: OrganizationState, purchase: Purchase): Purchase {
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
    grossTax: getTax(grossValue, getRate(row), exclusive),
    taxRates: row.taxRates ?? [],
    taxExempt: false,
    description: "",
    discount: discount && { ...discount, value: discountValue ?? 0 },
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
