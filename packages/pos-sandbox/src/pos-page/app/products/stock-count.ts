import { call, organizationUuid } from "../base/call"
import { announce, guarded, openDialog, say } from "../base/dialog"
import { empty, fill, h } from "../base/dom"
import { FieldError, textInput } from "../base/field"
import { parseQuantity, showQuantity } from "../base/format"
import type { Product, Variant } from "../types"
import { announceFound, productSearch, ProductSource, variantName, variantsByCode } from "./product-source"

/** What was typed of a variant, kept while other goods are searched for. */
type Count = { productUuid: string; name: string; text: string }

type Counted = { variantUuid: string; before: string; balance: string }

const parseCount = (text: string) => parseQuantity(text, { allowZero: true })

/** Counts the shelf: what is typed or scanned replaces the stock of each variant; what is not counted stays as it is. */
export function openStockCount() {
  const source = new ProductSource()
  const counts = new Map<string, Count>()
  const list = h("div", { class: "counts" })
  const search = productSearch(
    source,
    () => void guarded(load),
    (text) => void guarded(() => scan(text))
  )

  const load = async () => {
    await source.load()
    show()
  }
  const showMore = () => void guarded(() => source.loadMore().then(show))
  const show = () => {
    const lines = source.products.flatMap((product) =>
      (product.variants ?? []).map((variant) => countLine(product, variant, counts, update))
    )
    fill(
      list,
      lines.length > 0 ? h("ul", { class: "refund-rows" }, lines) : empty("Nothing found", "No product has this code."),
      source.hasMore ? h("button", { class: "more-button", type: "button", onclick: showMore }, "Show more") : null
    )
    update()
  }
  const update = () => {
    const filled = [...counts.values()].filter(({ text }) => text.trim() !== "").length
    if (dialog.submitButton) {
      fill(dialog.submitButton, filled === 0 ? "Save count" : `Save count of ${filled}`)
      dialog.submitButton.disabled = filled === 0
    }
  }
  /** A scanned piece is one more; of weighed goods the weight is typed. */
  const scan = async (text: string) => {
    source.q = text
    const [named] = text === "" ? [] : variantsByCode(await source.find(text), text)
    if (named && !named.product.unitName) {
      const { product, variant } = named
      const before = counts.get(variant.uuid)?.text ?? ""
      const counted = String(Number(parseCount(before) ?? "0") + 1)
      const name = variantName(product, variant)
      counts.set(variant.uuid, { productUuid: product.uuid, name, text: counted })
      announce(`${name}: ${counted} counted`)
    }
    await load()
    if (named?.product.unitName) {
      findInput(named.variant.uuid)?.focus()
    } else if (!named && text !== "") {
      announceFound(source.products.length)
    }
  }
  const save = async () => {
    const body = [...counts].flatMap(([variantUuid, { productUuid, name, text }]) => {
      if (text.trim() === "") {
        return []
      }
      const counted = parseCount(text)
      if (counted === null) {
        throw new FieldError(
          findInput(variantUuid) ?? search.input,
          `${name}: type what was counted, such as 12 or 0.350`
        )
      }
      return [{ productUuid, variantUuid, counted }]
    })
    const answer: Counted[] = await call("stock-counts", {
      body: { organizationUuid: organizationUuid(), counts: body },
    })
    const changed = answer.filter(({ before, balance }) => before !== balance).length
    say(`${answer.length} counted, ${changed} of them changed`)
  }
  const findInput = (variantUuid: string) => {
    const input = list.querySelector(`[data-uuid="${CSS.escape(variantUuid)}"]`)
    return input instanceof HTMLInputElement ? input : null
  }

  const dialog = openDialog({
    title: "Stock count",
    wide: true,
    content: [
      h(
        "p",
        { class: "hint" },
        "Type what is on the shelf, or scan each piece. Goods that you leave empty keep their stock."
      ),
      search.element,
      list,
    ],
    submit: "Save count",
    onSubmit: save,
  })
  search.showCategories([])
  void guarded(load)
}

function countLine(product: Product, variant: Variant, counts: Map<string, Count>, onChange: () => void) {
  const { uuid } = variant
  const name = variantName(product, variant)
  const unit = product.unitName ? ` ${product.unitName}` : ""
  const balance = product.tracked ? (product.balances[uuid] ?? "0") : null
  const input = textInput(counts.get(uuid)?.text ?? "", {
    inputmode: "decimal",
    "aria-label": `Counted of ${name}${product.unitName ? ` in ${product.unitName}` : ""}`,
    "data-uuid": uuid,
    oninput: () => {
      counts.set(uuid, { productUuid: product.uuid, name, text: input.value })
      showDifference()
      onChange()
    },
  })
  const difference = h("output", { class: "amount" })
  const showDifference = () => {
    const counted = parseCount(input.value)
    const change = counted === null ? 0 : Number(counted) - Number(balance ?? 0)
    fill(difference, change === 0 ? "" : `${change > 0 ? "+" : "−"}${showChange(Math.abs(change))}`)
  }
  showDifference()
  return h(
    "li",
    {},
    h(
      "span",
      { class: "name" },
      name,
      h("small", {}, balance === null ? "not tracked" : `${showQuantity(balance)}${unit} expected`)
    ),
    input,
    difference
  )
}

/** At most six decimals, as quantities have; what comes of binary fractions is cut off. */
const showChange = (change: number) => showQuantity(String(Number(change.toFixed(6))))
