/** @import { Purchase, Receipt } from "../types.js" */
import { call } from "../base/call.js"
import { openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { icon } from "../base/icon.js"
import { guarded } from "../base/message.js"
import { money } from "../base/money.js"
import { organizationUuid } from "../base/session.js"
import { receiptPaper } from "./receipt-paper.js"
import { openRefund } from "./refund-dialog.js"

const printButton = () => h("button", { type: "button", onclick: () => window.print() }, icon("print"), "Print")

/**
 * What is shown when a sale is done: the change first, then the receipt.
 * @param {Purchase} purchase
 */
export function showSold(purchase) {
  const change = purchase.payments.reduce((sum, { attributes }) => sum + Number(attributes?.changeAmount ?? 0), 0)
  openDialog({
    title: "Paid",
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

/**
 * @param {string} purchaseUuid
 * @param {() => void} onRefund
 */
export function openReceipt(purchaseUuid, onRefund) {
  void guarded(async () => {
    /** @type {Receipt} */
    const receipt = await call(`purchases/${purchaseUuid}`, { query: { organizationUuid: organizationUuid() } })
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
    const related = receipt.refund
      ? relatedButton("The receipt that was refunded", receipt.refundsPurchaseUUID1 ?? "", onRefund, () =>
          dialog.close()
        )
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

/**
 * @param {string} text
 * @param {string} uuid
 * @param {() => void} onRefund
 * @param {() => void} close
 */
function relatedButton(text, uuid, onRefund, close) {
  const open = () => {
    close()
    openReceipt(uuid, onRefund)
  }
  return h("button", { class: "link", type: "button", onclick: open }, text)
}
