import { call, organizationUuid, session } from "../base/call"
import { empty, h, icon, loading, refill } from "../base/dom"
import { keepFresh } from "../base/event-stream"
import { money, when } from "../base/format"
import type { Purchase, Receipt } from "../types"
import { paymentName, receiptPaper } from "./receipt-paper"
import { guarded, openDialog } from "../base/dialog"
import { openRefund } from "./refund-dialog"

const printButton = () => h("button", { type: "button", onclick: () => window.print() }, icon("print"), "Print")

/** What is shown when a sale or a refund is done: the change first, then the receipt. */
export function showDone(purchase: Purchase) {
  const change = purchase.payments.reduce((sum, { attributes }) => sum + Number(attributes?.changeAmount ?? 0), 0)
  openDialog({
    title: purchase.refund ? "Refunded" : "Paid",
    content: [
      h(
        "p",
        { class: "due done", role: "status" },
        h("span", {}, change > 0 ? "Change" : `Receipt ${purchase.purchaseNumber}`),
        h("strong", {}, money(change > 0 ? change : purchase.amount, purchase.currency))
      ),
      receiptPaper(purchase),
    ],
    actions: [printButton()],
    submit: "New sale",
    onSubmit: () => undefined,
  }).submitButton?.focus()
}

function openReceipt(purchaseUuid: string, onRefund: () => void) {
  void guarded(async () => {
    const receipt: Receipt = await call(`purchases/${purchaseUuid}`, {
      query: { organizationUuid: organizationUuid() },
    })
    const canRefund = !receipt.refund && receipt.openQuantities.some((quantity) => Number(quantity) > 0)
    const refund = h(
      "button",
      {
        class: "primary",
        type: "button",
        onclick: () => {
          dialog.close()
          openRefund(receipt, onRefund)
        },
      },
      "Refund"
    )
    const { refundsPurchaseUUID1: refundedUuid } = receipt
    const related = refundedUuid
      ? relatedButton("The receipt that was refunded", refundedUuid, onRefund, () => dialog.close())
      : (receipt.refundedByPurchaseUUIDs1 ?? []).map((uuid, index) =>
          relatedButton(`Refund ${index + 1}`, uuid, onRefund, () => dialog.close())
        )
    const dialog = openDialog({
      title: `${receipt.refund ? "Refund" : "Receipt"} ${receipt.purchaseNumber}`,
      content: [receiptPaper(receipt), h("div", { class: "related" }, related)],
      actions: [printButton(), canRefund ? refund : null],
    })
    const button = canRefund ? refund : dialog.element.querySelector("footer button")
    if (button instanceof HTMLElement) {
      button.focus()
    }
  })
}

function relatedButton(text: string, uuid: string, onRefund: () => void, close: () => void) {
  const open = () => {
    close()
    openReceipt(uuid, onRefund)
  }
  return h("button", { class: "link", type: "button", onclick: open }, text)
}

const PAGE_SIZE = 50

/** Every sale and refund, the newest first. */
export function receiptsView() {
  let purchases: Purchase[] = []
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

  const fetchPage = async (offset: number, size: number) => {
    const range = /^\d+$/.test(number)
      ? { offset: Math.max(Number(number) - 1, 0), limit: 1 }
      : { descending: "true", offset, limit: size + 1 }
    const page: Purchase[] = await call("purchases", { query: { organizationUuid: organizationUuid(), ...range } })
    hasMore = page.length > size
    purchases = [...purchases.slice(0, offset), ...page.slice(0, size)]
    show()
  }
  const refresh = () => fetchPage(0, Math.max(purchases.length, PAGE_SIZE))
  const show = () => {
    const loadMore = () => void guarded(() => fetchPage(purchases.length, PAGE_SIZE))
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
      hasMore ? h("button", { class: "more-button", type: "button", onclick: loadMore }, "Show more") : null
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

function receiptButton(purchase: Purchase, onRefund: () => void) {
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
