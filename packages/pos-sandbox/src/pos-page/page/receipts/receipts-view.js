/** @import { Purchase } from "../types.js" */
import { call } from "../base/call.js"
import { h } from "../base/dom.js"
import { empty, loading } from "../base/empty.js"
import { icon } from "../base/icon.js"
import { keepFresh } from "../base/keep-fresh.js"
import { guarded } from "../base/message.js"
import { money } from "../base/money.js"
import { refill } from "../base/refill.js"
import { organizationUuid, session } from "../base/session.js"
import { when } from "../base/when.js"
import { paymentName } from "./payment-name.js"
import { openReceipt } from "./receipt-dialog.js"

const PAGE_SIZE = 50

/** Every sale and refund, the newest first. */
export function receiptsView() {
  /** @type {Purchase[]} */
  let purchases = []
  let hasMore = false
  let number = ""
  const list = h("div", { class: "list-place" }, loading())
  const input = h("input", {
    type: "search",
    inputmode: "numeric",
    "aria-label": "Find a receipt by its number",
    placeholder: "Receipt number",
    oninput: () => {
      number = input.value.trim()
      void guarded(refresh)
    },
  })
  const element = h(
    "section",
    { class: "page", "aria-label": "Receipts" },
    h("header", {}, h("h1", {}, "Receipts"), h("div", { class: "input" }, icon("search"), input)),
    list
  )

  const fetchPage = async (/** @type {number} */ offset, /** @type {number} */ size) => {
    const range = /^\d+$/.test(number)
      ? { offset: Math.max(Number(number) - 1, 0), limit: 1 }
      : { descending: "true", offset, limit: size + 1 }
    /** @type {Purchase[]} */
    const found = await call("purchases", { query: { organizationUuid: organizationUuid(), ...range } })
    hasMore = found.length > size
    purchases = [...purchases.slice(0, offset), ...found.slice(0, size)]
    show()
  }
  const refresh = () => fetchPage(0, Math.max(purchases.length, PAGE_SIZE))
  const show = () => {
    const more = () => void guarded(() => fetchPage(purchases.length, PAGE_SIZE))
    refill(
      list,
      "data-uuid",
      purchases.length > 0
        ? h(
            "ul",
            { class: "list receipts" },
            purchases.map((purchase) =>
              h(
                "li",
                {},
                receiptButton(purchase, () => void guarded(refresh))
              )
            )
          )
        : number
          ? empty("No such receipt", "The number is counted from 1, without gaps.")
          : empty("No receipts yet", "Every sale and refund is listed here."),
      hasMore ? h("button", { class: "more-button", type: "button", onclick: more }, "Show more") : null
    )
  }
  keepFresh(element, ["purchase"], refresh)
  return {
    element,
    enter() {
      if (session.organization) {
        purchases = []
        void guarded(refresh)
      }
    },
    focusSearch: () => input.focus(),
  }
}

/**
 * @param {Purchase} purchase
 * @param {() => void} onRefund
 */
function receiptButton(purchase, onRefund) {
  const names = purchase.products.map(
    ({ name, type }) => name || (type === "CUSTOM_AMOUNT" ? "Custom amount" : "No name")
  )
  const badge = purchase.refund ? "Refund" : purchase.refunded ? "Refunded" : null
  return h(
    "button",
    {
      type: "button",
      "data-uuid": purchase.purchaseUUID1,
      onclick: () => openReceipt(purchase.purchaseUUID1, onRefund),
    },
    h("span", { class: "number" }, String(purchase.purchaseNumber)),
    h(
      "span",
      { class: "what" },
      h("span", { class: "name" }, names.join(", ")),
      h("small", {}, `${when(purchase.created)} · ${purchase.payments.map(paymentName).join(", ")}`)
    ),
    h(
      "span",
      { class: "end" },
      badge ? h("span", { class: `badge ${purchase.refund ? "bad" : ""}` }, badge) : null,
      h("span", { class: "amount" }, money(purchase.amount, purchase.currency))
    )
  )
}
