import { h } from "../base/dom"
import { money, showQuantity, timesQuantity, when } from "../base/format"
import { session } from "../base/call"
import type { Payment, Purchase, PurchaseRow } from "../types"

/** The end of a payment type's name, after any brand. */
const NAMES = [
  [/^GIFTCARD$/, "Gift card"],
  [/_CARD_ONLINE$/, "Card online"],
  [/_CARD$/, "Card"],
  [/_CASH$/, "Cash"],
  [/_INVOICE$/, "Invoice"],
  [/^ALT_PAY_SE$/, "Alternative (Sweden)"],
  [/^ALT_PAY_NO$/, "Alternative (Norway)"],
  [/^ALT_PAY_DK$/, "Alternative (Denmark)"],
  [/^WALLET$/, "Wallet"],
  [/^DEFERRED_PAY$/, "Pay later"],
  [/^SWISH$/, "Swish"],
  [/^VIPPS$/, "Vipps"],
  [/^MOBILE_PAY$/, "MobilePay"],
  [/^PAYPAL$/, "PayPal"],
  [/^KLARNA$/, "Klarna"],
] as const

/** A payment in words: "Card •••• 0042". A type of the future is named as it is. */
export function paymentName({ type, attributes }: Payment) {
  const name = NAMES.find(([pattern]) => pattern.test(type))?.[1] ?? type
  const number = attributes?.maskedPan ?? attributes?.giftcardUuid
  return typeof number === "string" ? `${name} •••• ${number.slice(-4)}` : name
}

/** percent; minor units, net without a service charge */
type RateTax = { rate: number; net: number; tax: number }

/**
 * The taxes of a receipt, the highest rate first. A service that answers as observed groups turnover by rate, one that
 * answers as specified groups tax; the sum shows which of them a receipt has.
 */
function getTaxes({ groupedVatAmounts, vatAmount, products, serviceCharge, taxationMode }: Purchase): RateTax[] {
  const groups = Object.entries(groupedVatAmounts ?? {}).map(([rate, amount]) => ({
    rate: Number(rate),
    amount: Number(amount),
  }))
  const groupsTax = groups.reduce((sum, { amount }) => sum + amount, 0) === (vatAmount ?? 0)
  return groups
    .map(({ rate, amount }) => {
      const net = products
        .filter((row) => getRate(row) === rate)
        .reduce((sum, { rowTaxableAmount }) => sum + (rowTaxableAmount ?? 0), 0)
      const charged = serviceCharge && (serviceCharge.vatPercentage ?? 0) === rate ? serviceCharge.amount : 0
      const chargedNet = taxationMode === "EXCLUSIVE" ? charged : Math.round((charged * 100) / (100 + rate))
      return { rate, net, tax: groupsTax ? amount : amount - net - chargedNet }
    })
    .sort((left, right) => right.rate - left.rate)
}

/** @returns percent */
const getRate = (row: PurchaseRow): number =>
  row.vatPercentage ?? (row.taxRates ?? []).reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)

/** A receipt as it is printed. */
export function receiptPaper(purchase: Purchase) {
  const amount = (minor: number) => money(minor, purchase.currency)
  return h(
    "article",
    { class: "paper", "aria-label": `Receipt ${purchase.purchaseNumber}` },
    h("h3", {}, session.organization?.name ?? ""),
    purchase.refund ? h("p", { class: "kind" }, "Refund") : null,
    h(
      "p",
      { class: "head" },
      h("span", {}, `Receipt ${purchase.purchaseNumber}`),
      h("span", {}, when(purchase.created)),
      h("span", {}, `Served by ${[purchase.userDisplayName].flat().join(", ") || "—"}`)
    ),
    h(
      "ul",
      {},
      purchase.products.map((row) => rowLine(row, amount))
    ),
    sums(purchase, amount),
    taxTable(purchase, amount),
    h(
      "dl",
      { class: "payments" },
      purchase.payments.flatMap((payment) => paymentLines(payment, amount))
    ),
    h("p", { class: "number" }, purchase.purchaseUUID1)
  )
}

type Write = (minor: number) => string

const line = (name: string, value: string, kind: string = "") =>
  h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value))

function rowLine(row: PurchaseRow, amount: Write) {
  const name = row.name || (row.type === "CUSTOM_AMOUNT" ? "Custom amount" : "No name")
  const full = timesQuantity(row.unitPrice, row.quantity)
  const unit = row.unitName ? ` ${row.unitName}` : ""
  const isSingle = row.quantity === "1" && !row.unitName
  return h(
    "li",
    {},
    h("span", { class: "name" }, [name, row.variantName].filter(Boolean).join(", ")),
    h("span", { class: "amount" }, amount(full - (row.discountValue ?? 0))),
    isSingle ? null : h("small", {}, `${showQuantity(row.quantity)}${unit} × ${amount(row.unitPrice)}`),
    row.discountValue ? h("small", {}, `${amount(-row.discountValue)} discount`) : null,
    row.details?.giftcardUuid ? h("small", { class: "code" }, row.details.giftcardUuid) : null,
    row.comment ? h("small", {}, row.comment) : null
  )
}

function sums({ discounts, serviceCharge, payments, amount: total, vatAmount, taxationMode }: Purchase, amount: Write) {
  const tip = payments.reduce((sum, { gratuityAmount }) => sum + (gratuityAmount ?? 0), 0)
  return h(
    "dl",
    { class: "sums" },
    (discounts ?? []).map(({ name, percentage, value }) =>
      line([name || "Discount", percentage ? `${percentage} %` : ""].join(" "), amount(-(value ?? 0)))
    ),
    serviceCharge ? line(serviceCharge.title || "Service charge", amount(serviceCharge.amount)) : null,
    taxationMode === "EXCLUSIVE" ? line("Tax", amount(vatAmount ?? 0)) : null,
    tip === 0 ? null : line("Tip", amount(tip)),
    line("Total", amount(total), "total")
  )
}

function taxTable(purchase: Purchase, amount: Write) {
  const taxes = getTaxes(purchase)
  if (taxes.length === 0) {
    return null
  }
  const isCharged = purchase.serviceCharge !== null && purchase.serviceCharge !== undefined
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", {}, "Tax"), isCharged ? null : h("th", {}, "Net"), h("th", {}, "Amount"))),
    h(
      "tbody",
      {},
      taxes.map(({ rate, net, tax }) =>
        h("tr", {}, h("td", {}, `${rate} %`), isCharged ? null : h("td", {}, amount(net)), h("td", {}, amount(tax)))
      )
    )
  )
}

function paymentLines(payment: Payment, amount: Write) {
  const { attributes } = payment
  const handed = Number(attributes?.handedAmount ?? 0)
  const change = Number(attributes?.changeAmount ?? 0)
  const facts = [attributes?.applicationName ?? attributes?.cardType, attributes?.authorizationCode].filter(Boolean)
  const lines = [line(paymentName(payment), amount(payment.amount))]
  if (facts.length > 0) {
    lines.push(line(facts.join(" · "), "", "muted"))
  }
  if (handed > 0 && change > 0) {
    lines.push(line("Handed over", amount(handed), "muted"), line("Change", amount(change), "muted"))
  }
  return lines
}
