import { RECEIPT_FIELDS, type ReceiptChange, type ReceiptField, type ReceiptValue } from "../../contract/finance"
import { type Purchase, purchaseForAccountingSchema, purchaseSchema } from "../../pos-api/contract"
import { getCashier, getReceiptNumber, getRefundedSale, soldAt } from "../purchases"

/** A receipt as the store has it. */
export type StoredReceipt = {
  amount: number
  currency_code: string
  sold_at: Date
  purchase_number: number | null
  cashier: string | null
  refunds_purchase_uuid: string | null
  /** the purchase as the POS sent it, or what is left of it after its details were erased */
  payload: unknown
  details_erased_at: Date | null
}

type Version = Record<ReceiptField, ReceiptValue>

/**
 * Compares a receipt with the POS's version of it. Times are compared by the second. A cashier that one side does not
 * name, and details that were erased, are not compared.
 * @returns the fields that differ, with both values; empty when they agree
 */
export function compareReceipt(purchase: Purchase, stored: StoredReceipt): ReceiptChange[] {
  const atPos = toVersion(stored.details_erased_at === null ? purchase : withoutDetails(purchase))
  const inStore = toStoredVersion(stored)
  return RECEIPT_FIELDS.flatMap((field): ReceiptChange[] => {
    const [store, pos] = [inStore[field], atPos[field]]
    const isUnnamed = field === "cashier" && (store === null || pos === null)
    return isUnnamed || JSON.stringify(store) === JSON.stringify(pos) ? [] : [{ field, store, pos }]
  })
}

const withoutDetails = (purchase: Purchase): Purchase => {
  const storedPurchase = purchaseSchema.safeParse(purchaseForAccountingSchema.parse(purchase))
  return storedPurchase.success ? storedPurchase.data : purchase
}

/** The columns of a receipt are what the store counts with; rows and payments are only in its payload. */
function toStoredVersion(stored: StoredReceipt): Version {
  const payload = purchaseSchema.safeParse(stored.payload)
  return {
    amount: stored.amount,
    currency_code: stored.currency_code,
    sold_at: toSecond(stored.sold_at),
    purchase_number: stored.purchase_number,
    cashier: stored.cashier,
    sale: stored.refunds_purchase_uuid,
    lines: payload.success ? toLines(payload.data) : null,
    payments: payload.success ? toPayments(payload.data) : null,
  }
}

const toVersion = (purchase: Purchase): Version => ({
  amount: purchase.amount,
  currency_code: purchase.currency.toLowerCase(),
  sold_at: toSecond(soldAt(purchase)),
  purchase_number: getReceiptNumber(purchase),
  cashier: getCashier(purchase),
  sale: getRefundedSale(purchase),
  lines: toLines(purchase),
  payments: toPayments(purchase),
})

const toSecond = (moment: Date) => `${moment.toISOString().slice(0, "YYYY-MM-DDThh:mm:ss".length)}Z`

function toLines({ products, serviceCharge }: Purchase): ReceiptValue {
  const rows = products.map(({ quantity, name, variantName, type, vatPercentage, unitPrice }) => {
    const names = [name, variantName].filter((part) => part).join(", ") || type
    const rate = typeof vatPercentage === "number" ? ` (${vatPercentage} %)` : ""
    return { label: `${quantity} × ${names}${rate}`, amount: unitPrice }
  })
  return serviceCharge
    ? [...rows, { label: serviceCharge.title ?? "Service charge", amount: serviceCharge.amount }]
    : rows
}

const toPayments = ({ payments }: Purchase): ReceiptValue =>
  payments.map(({ type, amount }) => ({ label: type, amount }))
