/** @import { Payment, Purchase, PurchaseRow } from "../types.js" */
import { h } from "../base/dom.js"
import { money, timesQuantity } from "../base/money.js"
import { showQuantity } from "../base/quantity.js"
import { session } from "../base/session.js"
import { when } from "../base/when.js"
import { paymentName } from "./payment-name.js"
import { taxesOf } from "./taxes-of.js"

/**
 * A receipt as it is printed.
 * @param {Purchase} purchase
 */
export function receiptPaper(purchase) {
  const amount = (/** @type {number} */ minor) => money(minor, purchase.currency)
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

/** @typedef {(minor: number) => string} Write */

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [kind]
 */
const line = (name, value, kind = "") => h("div", { class: kind }, h("dt", {}, name), h("dd", {}, value))

/**
 * @param {PurchaseRow} row
 * @param {Write} amount
 */
function rowLine(row, amount) {
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

/**
 * @param {Purchase} purchase
 * @param {Write} amount
 */
function sums({ discounts, serviceCharge, payments, amount: total, vatAmount, taxationMode }, amount) {
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

/**
 * @param {Purchase} purchase
 * @param {Write} amount
 */
function taxTable(purchase, amount) {
  const taxes = taxesOf(purchase)
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

/**
 * @param {Payment} payment
 * @param {Write} amount
 */
function paymentLines(payment, amount) {
  const { attributes } = payment
  const handed = Number(attributes?.handedAmount ?? 0)
  const change = Number(attributes?.changeAmount ?? 0)
  const facts = [attributes?.applicationName ?? attributes?.cardType, attributes?.authorizationCode].filter(Boolean)
  return [
    line(paymentName(payment), amount(payment.amount)),
    ...(facts.length > 0 ? [line(facts.join(" · "), "", "muted")] : []),
    ...(handed > 0 && change > 0
      ? [line("Handed over", amount(handed), "muted"), line("Change", amount(change), "muted")]
      : []),
  ]
}
