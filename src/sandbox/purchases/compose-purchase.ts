import { parse as uuidBytes } from "uuid"
import { formatTimestamp, type Purchase, type PurchasePayment } from "../../pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState } from "../state/organization"
import { observedPurchase } from "./observed-purchase"
import { countPurchases } from "./purchase-book"
import type { Totals } from "./settle-totals"

/** What tells one purchase from another beside its totals and payments. */
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
    ...(particulars.serviceCharge ? { serviceCharge: particulars.serviceCharge } : {}),
    refund: particulars.refund ?? false,
    refunded: false,
    ...(particulars.refundsPurchaseUUID1
      ? {
          refundsPurchaseUUID: particulars.refundsPurchaseUUID,
          refundsPurchaseUUID1: particulars.refundsPurchaseUUID1,
        }
      : {}),
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
    udid: "sandbox-till",
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
