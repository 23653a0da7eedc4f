import { call, currency, organizationUuid, session, uuidVersion1 } from "../base/call"
import { confirm, guarded, openDialog, say } from "../base/dialog"
import { fill, h } from "../base/dom"
import { checkbox, field, FieldError, moneyInput, readMoney, readNumber, textInput } from "../base/field"
import { currencyDigits, decimalText, showQuantity } from "../base/format"
import type { Category, Product, Variant } from "../types"
import { fetchCategories } from "./product-source"

let fields = 0

/**
 * A category by its name: one that is known, or a new one.
 * @param category the product's
 */
function categoryField(category: { uuid: string; name: string } | null) {
  let categories: Category[] = []
  const id = `categories-${++fields}`
  const options = h("datalist", { id })
  const input = textInput(category?.name ?? "", { list: id })
  void guarded(async () => {
    categories = await fetchCategories()
    fill(
      options,
      categories.map(({ name }) => h("option", { value: name }))
    )
  })
  return {
    element: h("div", {}, field("Category", input), options),
    read(): { uuid: string; name: string } | null {
      const typed = input.value.trim()
      const knownCategory = typed === category?.name ? category : categories.find(({ name }) => name === typed)
      return typed === "" ? null : { uuid: knownCategory?.uuid ?? uuidVersion1(), name: typed }
    },
  }
}

/** Makes a product with one variant. */
export function newProduct() {
  const isVat = session.organization?.taxationType === "VAT"
  const name = textInput("", { maxlength: 256, autofocus: true })
  const price = moneyInput(null)
  const usual = session.organization?.vatPercentage
  const vat = textInput(usual === null || usual === undefined ? "" : String(usual), {
    inputmode: "decimal",
    placeholder: "0",
  })
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

/** Price, codes and stock of one variant. */
function variantEditor(variant: Variant, balance: string | null) {
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

/** Changes a product and its stock, or deletes it. */
export function editProduct(product: Product) {
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
