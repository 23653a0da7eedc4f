import { call } from "../base/call"
import { openDialog, say } from "../base/dialog"
import { h } from "../base/dom"
import { checkbox, field, selectInput } from "../base/field"
import { money } from "../base/format"
import { showDone } from "../receipts/receipts-view"
import type { Purchase } from "../types"
import { basket } from "./basket"
import { METHOD_NAMES, OTHER_METHODS } from "./payment-fields"

/** Refunds the goods of the basket whose receipt is lost, at today's prices. */
export async function refundBasket() {
  await basket.settled
  const { quote } = basket
  if (!quote) {
    return
  }
  if (basket.rows.some(({ item }) => item.type === "gift-card")) {
    say("A gift card is refunded with its receipt only. Find it under Receipts.", "bad")
    return
  }
  const method = selectInput(
    ["card" as const, "cash" as const, ...OTHER_METHODS].map((name) => [name, METHOD_NAMES[name]] as const),
    "card",
    { autofocus: true }
  )
  const restock = checkbox("Put the goods back on the shelf", true)
  const { items, discounts, organizationUuid } = basket.content()
  const dialog = openDialog({
    title: "Refund without a receipt",
    content: [
      h("p", { class: "due" }, h("span", {}, "To refund"), h("strong", {}, money(quote.amount))),
      h("p", { class: "hint" }, "At today's prices, less the discounts of the basket. A tip is not refunded."),
      field("Refund to", method),
      restock.element,
    ],
    submit: `Refund ${money(quote.amount)}`,
    danger: true,
    onSubmit: async () => {
      const body = { organizationUuid, items, discounts, method: method.value, restock: restock.input.checked }
      const refund: Purchase = await call("refunds-without-receipt", { body })
      basket.clear()
      dialog.close()
      showDone(refund)
      return false
    },
  })
}
