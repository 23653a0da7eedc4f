import { call } from "../base/call.js"
import { openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { field, FieldError, moneyInput, readMoney, readNumber, textInput } from "../base/field.js"
import { say } from "../base/message.js"
import { currency, organizationUuid, session } from "../base/session.js"
import { uuidVersion1 } from "../base/uuid.js"
import { categoryField } from "./category-field.js"

/** Makes a product with one variant. */
export function newProduct() {
  const isVat = session.organization?.taxationType === "VAT"
  const name = textInput("", { maxlength: 256, autofocus: true })
  const price = moneyInput(null)
  const vat = textInput(isVat ? "25" : "", { inputmode: "decimal" })
  const unit = textInput("", { placeholder: "kg", maxlength: 32 })
  const sku = textInput("")
  const barcode = textInput("", { inputmode: "numeric" })
  const stock = textInput("", { inputmode: "decimal", placeholder: "not tracked" })
  const category = categoryField(null)
  openDialog({
    title: "New product",
    content: [
      field("Name", name),
      h("div", { class: "pair" }, field("Price", price), isVat ? field("VAT %", vat) : null),
      h("div", { class: "pair" }, category.element, field("Sold by", unit, "Empty: by the piece")),
      h("div", { class: "pair" }, field("SKU", sku), field("Barcode", barcode)),
      field("In stock", stock),
    ],
    submit: "Create",
    onSubmit: async () => {
      if (name.value.trim() === "") {
        throw new FieldError(name, "Name: a product needs one")
      }
      const [productUuid, variantUuid] = [uuidVersion1(), uuidVersion1()]
      const change = stock.value.trim() === "" ? null : readNumber(stock, "In stock")
      const product = {
        uuid: productUuid,
        name: name.value.trim(),
        vatPercentage: isVat && vat.value.trim() !== "" ? String(readNumber(vat, "VAT", { max: 100 })) : null,
        unitName: unit.value.trim() || null,
        category: category.read(),
        variants: [
          {
            uuid: variantUuid,
            sku: sku.value.trim() || null,
            barcode: barcode.value.trim() || null,
            price: { amount: readMoney(price, "Price"), currencyId: currency() },
          },
        ],
      }
      await call("new-products", { body: { organizationUuid: organizationUuid(), product } })
      if (change !== null) {
        await call("stock", {
          body: {
            organizationUuid: organizationUuid(),
            productUuid,
            variantUuid,
            change: stock.value.trim().replace(",", "."),
          },
        })
      }
      say(`${product.name} was created`)
    },
  })
}
