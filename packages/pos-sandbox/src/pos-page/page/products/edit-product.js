/** @import { Product } from "../types.js" */
import { call } from "../base/call.js"
import { confirm, openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { checkbox, field, FieldError, readNumber, textInput } from "../base/field.js"
import { say } from "../base/message.js"
import { organizationUuid, session } from "../base/session.js"
import { categoryField } from "./category-field.js"
import { variantEditor } from "./variant-editor.js"

/**
 * Changes a product and its stock, or deletes it.
 * @param {Product} product
 */
export function editProduct(product) {
  const { uuid: productUuid } = product
  const isVat = session.organization?.taxationType === "VAT"
  const name = textInput(product.name ?? "", { maxlength: 256 })
  const vat = textInput(product.vatPercentage ?? "", { inputmode: "decimal" })
  const unit = textInput(product.unitName ?? "", { placeholder: "kg", maxlength: 32 })
  const category = categoryField(product.category ?? null)
  const tracked = checkbox("Stock is tracked", product.tracked)
  const variants = (product.variants ?? []).map((variant) =>
    variantEditor(variant, product.tracked ? (product.balances[variant.uuid] ?? "0") : null)
  )

  const remove = () => {
    dialog.close()
    confirm(`Delete ${product.name}?`, "Subscribers are notified. Receipts keep its name.", "Delete", async () => {
      await call(`products/${productUuid}`, { method: "DELETE", query: { organizationUuid: organizationUuid() } })
      say(`${product.name} was deleted`)
    })
  }

  const save = async () => {
    if (name.value.trim() === "") {
      throw new FieldError(name, "Name: a product needs one")
    }
    const vatText = vat.value.trim() === "" ? null : String(readNumber(vat, "VAT", { max: 100 }))
    const rate = vatText === (product.vatPercentage ?? null) ? {} : { vatPercentage: vatText }
    const patch = {
      name: name.value.trim(),
      unitName: unit.value.trim() || null,
      category: category.read(),
      ...rate,
      // A variant that is not listed would be removed.
      variants: variants.map((variant) => ({ ...variant.read(), ...rate })),
    }
    const moves = variants.flatMap((variant) => variant.readChange() ?? [])
    const body = { organizationUuid: organizationUuid(), productUuid }
    await call("products", { body: { ...body, patch } })
    for (const { variantUuid, change } of moves) {
      await call("stock", { body: { ...body, variantUuid, change } })
    }
    // A change of stock begins to track it.
    if (tracked.input.checked !== product.tracked && (moves.length === 0 || product.tracked)) {
      await call("tracking", { body: { ...body, tracking: tracked.input.checked ? "enable" : "disable" } })
    }
    say(`${patch.name} was saved`)
  }

  const dialog = openDialog({
    title: product.name || "No name",
    wide: true,
    content: [
      h("div", { class: "pair" }, field("Name", name), category.element),
      h("div", { class: "pair" }, field("Sold by", unit, "Empty: by the piece"), isVat ? field("VAT %", vat) : null),
      tracked.element,
      h(
        "ul",
        { class: "variants" },
        variants.map(({ element }) => element)
      ),
    ],
    actions: [h("button", { class: "danger quiet", type: "button", onclick: remove }, "Delete")],
    submit: "Save",
    onSubmit: save,
  })
}
