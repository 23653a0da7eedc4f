/** @import { Category } from "../types.js" */
import { fill, h } from "../base/dom.js"
import { field, textInput } from "../base/field.js"
import { guarded } from "../base/message.js"
import { uuidVersion1 } from "../base/uuid.js"
import { fetchCategories } from "./product-source.js"

let fields = 0

/**
 * A category by its name: one that is known, or a new one.
 * @param {{ uuid: string, name: string } | null} category the product's
 */
export function categoryField(category) {
  /** @type {Category[]} */
  let categories = []
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
    /** @returns {{ uuid: string, name: string } | null} */
    read() {
      const typed = input.value.trim()
      const known = typed === category?.name ? category : categories.find(({ name }) => name === typed)
      return typed === "" ? null : { uuid: known?.uuid ?? uuidVersion1(), name: typed }
    },
  }
}
