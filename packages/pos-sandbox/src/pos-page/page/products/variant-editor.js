/** @import { Variant } from "../types.js" */
import { h } from "../base/dom.js"
import { field, FieldError, moneyInput, readMoney, textInput } from "../base/field.js"
import { decimalText, currencyDigits } from "../base/money.js"
import { showQuantity } from "../base/quantity.js"
import { currency } from "../base/session.js"

/**
 * Price, codes and stock of one variant.
 * @param {Variant} variant
 * @param {string | null} balance
 */
export function variantEditor(variant, balance) {
  const code = variant.price?.currencyId ?? currency()
  const price = moneyInput(null, {
    value: variant.price ? decimalText(variant.price.amount, currencyDigits(code)) : "",
  })
  const sku = textInput(variant.sku ?? "")
  const barcode = textInput(variant.barcode ?? "", { inputmode: "numeric" })
  const change = textInput("", { placeholder: "+5 or -2" })
  const name = variant.name || ""
  return {
    element: h(
      "li",
      {},
      name ? h("h3", {}, name) : null,
      h(
        "div",
        { class: "pair" },
        field(`Price in ${code}`, price),
        field("SKU", sku),
        field("Barcode", barcode),
        field("Stock change", change, balance === null ? "not tracked" : `${showQuantity(balance)} in stock`)
      )
    ),
    /** The variant as a patch lists it. */
    read() {
      const amount = price.value.trim() === "" ? null : readMoney(price, `Price ${name}`)
      return {
        uuid: variant.uuid,
        price: amount === null ? null : { amount, currencyId: code },
        sku: sku.value.trim() || null,
        barcode: barcode.value.trim() || null,
      }
    },
    readChange() {
      const text = change.value.trim().replace(",", ".").replace("−", "-")
      if (text === "") {
        return null
      }
      if (!/^[+-]?\d{1,9}(\.\d{1,6})?$/.test(text)) {
        throw new FieldError(change, `Stock change ${name}: type a number such as +5 or -0.350`)
      }
      return { variantUuid: variant.uuid, change: text }
    },
  }
}
