import { DEFAULT_BRAND, brandNames, type PurchasePayment } from "../../../../src/pos-api/contract"
import { type Ids, type SandboxContext, speaksField } from "../context/sandbox-context"
import { HttpError } from "../http/http-error"

/** Ways to pay at the register: one for each payment type of the spec's table, and those that were seen beside them. */
export const PAYMENT_METHODS = [
  "card",
  "card-online",
  "cash",
  "invoice",
  "alt-pay-se",
  "alt-pay-no",
  "alt-pay-dk",
  "wallet",
  "gift-card",
  "deferred-pay",
  "tap-on-phone",
  "payment-link",
  "store-credit",
  "custom",
] as const

export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What a payment needs to be written. Amounts in minor units, the tip included in `amount`. */
export type PaymentDraft = {
  uuid: string
  amount: number
  tip: number
  currency: string
  country: string
  organizationUuid: string
  at: Date
  giftCardUuid?: string | undefined
  handedAmount?: number | undefined
  references?: Record<string, string> | undefined
}

/** What a payment is written with. */
type Writer = Pick<SandboxContext, "brand" | "ids" | "state">

/** The brands in the place of the specification's neutral words (docs/reference/pos-api.md, paymentBrands). */
const BRANDED_TYPES: Record<string, string> = {
  ALT_PAY_SE: "SWISH",
  ALT_PAY_NO: "VIPPS",
  ALT_PAY_DK: "MOBILE_PAY",
  WALLET: "PAYPAL",
  DEFERRED_PAY: "KLARNA",
}

const NEUTRAL_CARD = brandNames(DEFAULT_BRAND).paymentTypes.card

/** A POS without a brand has none in its payment types either. */
function getType(context: Writer, type: string): string {
  const isBranded = context.brand.paymentTypes.card !== NEUTRAL_CARD && speaksField(context, "paymentBrands")
  return isBranded ? (BRANDED_TYPES[type] ?? type) : type
}

const DAY_MS = 86_400_000

/**
 * Writes a payment with the attributes of its type (spec "Payment types").
 * @throws HttpError 422 for a type that the running POS does not have any more
 */
export function composePayment(context: Writer, method: PaymentMethod, draft: PaymentDraft): PurchasePayment {
  if (method === "custom" && speaksField(context, "paymentBrands")) {
    throw new HttpError(422, "CONSTRAINT_VIOLATION", "The POS has no payments of the type CUSTOM since 2020")
  }
  const { type, attributes, ...fields } = describe(context, method, draft)
  const { uuid, amount, tip, references = {} } = draft
  return {
    uuid,
    type: getType(context, type),
    amount,
    gratuityAmount: tip > 0 ? tip : undefined,
    references,
    attributes,
    ...fields,
  }
}

function describe({ brand, ids }: Writer, method: PaymentMethod, draft: PaymentDraft) {
  const { paymentTypes } = brand
  switch (method) {
    case "card":
      return { type: paymentTypes.card, attributes: cardAttributes(ids) }
    case "tap-on-phone":
      return { type: paymentTypes.tapOnPhone, attributes: cardAttributes(ids) }
    case "card-online":
      return { type: paymentTypes.cardOnline, attributes: onlineAttributes(ids) }
    case "payment-link":
      return { type: paymentTypes.paymentLink, attributes: onlineAttributes(ids) }
    case "cash": {
      const handed = draft.handedAmount ?? draft.amount
      return {
        type: paymentTypes.cash,
        attributes: { handedAmount: handed, changeAmount: Math.max(handed - draft.amount, 0) },
      }
    }
    case "invoice": {
      const dueDate = new Date(draft.at.getTime() + 30 * DAY_MS).toISOString().slice(0, 10)
      return { type: paymentTypes.invoice, attributes: { orderUUID: ids.random(), invoiceNr: reference(ids), dueDate } }
    }
    case "alt-pay-se":
      return { type: "ALT_PAY_SE", attributes: {} }
    case "alt-pay-no":
      return { type: "ALT_PAY_NO", attributes: {} }
    case "alt-pay-dk":
      return { type: "ALT_PAY_DK", attributes: {} }
    case "wallet":
      return { type: "WALLET", attributes: { walletId: ids.random() } }
    case "gift-card":
      return { type: "GIFTCARD", attributes: { giftcardUuid: draft.giftCardUuid } }
    case "deferred-pay":
      return { type: "DEFERRED_PAY", attributes: {}, ...deferredFields(ids, draft) }
    case "store-credit":
      return { type: "STORE_CREDIT", attributes: {} }
    case "custom":
      return { type: "CUSTOM", attributes: {} }
  }
}

function onlineAttributes(ids: Ids) {
  return {
    cardType: "VISA",
    maskedPan: "457199******1234",
    cardPaymentEntryMode: "ECOMMERCE",
    referenceNumber: reference(ids),
    paymentlinkOrderUuid: ids.random(),
  }
}

function cardAttributes(ids: Ids) {
  return {
    cardHolderVerificationMethod: "PIN",
    maskedPan: "541333******0042",
    cardPaymentEntryMode: "EMV",
    referenceNumber: reference(ids),
    authorizationCode: "004601",
    cardType: "MASTERCARD",
    terminalVerificationResults: "0000008001",
    applicationIdentifier: "A0000000041010",
    applicationName: "Mastercard",
  }
}

/** A DEFERRED_PAY payment carries its facts on the payment itself (spec "Payment types"). */
function deferredFields(ids: Ids, draft: PaymentDraft) {
  const commission = Math.round(draft.amount * 0.029)
  return {
    receiverOrganization: draft.organizationUuid,
    currency: draft.currency,
    country: draft.country,
    referenceNumber: reference(ids),
    references: { ...draft.references, checkoutUUID: ids.random() },
    commission: {
      totalAmount: commission,
      vatAmount: 0,
      vatRate: 0,
      modelId: ids.random(),
      model: { fixed: 0, percentage: 2.9 },
    },
    createdAt: draft.at.toISOString(),
    details: {
      deferredOrderId: ids.random(),
      deferredProduct: "PAY_LATER",
      deferredReference: reference(ids),
      acquiringChannel: "IN_STORE",
    },
  }
}

const reference = (ids: Ids) => ids.random().slice(0, 10).toUpperCase()
