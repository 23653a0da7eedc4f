import { call } from "../base/call"
import { openDialog } from "../base/dialog"
import { h, icon } from "../base/dom"
import { money } from "../base/format"
import { guarded } from "../base/message"
import { organizationUuid } from "../base/session"
import type { Purchase, Receipt } from "../types"
import { receiptPaper } from "./receipt-paper"
import { openRefund } from "./refund-dialog"

const printButton = () => h("button", { type: "button", onclick: () => window.print() }, icon("print"), "Print")

/** What is shown when a sale is done: the change first, then the receipt. */
export function showSold(purchase: Purchase) {
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

export function openReceipt(purchaseUuid: string, onRefund: () => void) {
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

function relatedButton(text: string, uuid: string, onRefund: () => void, close: () => void) {
  const open = () => {
    close()
    openReceipt(uuid, onRefund)
  }
  return h("button", { class: "link", type: "button", onclick: open }, text)
}
