/** @import { Category } from "../types.js" */
import { fill, h } from "../base/dom.js"
import { field, textInput } from "../base/field.js"
import { guarded } from "../base/message.js"
import { uuidVersion1 } from "../base/uuid.js"
import { fetchCategories } from "./product-source.js"

let fields = 0

/**
 * A category by its name: one that is known, or a new one.
 * @param {string} name
 */
export function categoryField(name) {
  /** @type {Category[]} */
  let categories = []
  const id = `categories-${++fields}`
  const options = h("datalist", { id })
  const input = textInput(name, { list: id })
  void guarded(async () => {
    categories = await fetchCategories()
    fill(
      options,
      categories.map((category) => h("option", { value: category.name }))
    )
  })
  return {
    element: h("div", {}, field("Category", input), options),
    /** @returns {{ uuid: string, name: string } | null} */
    read() {
      const typed = input.value.trim()
      const known = categories.find((category) => category.name === typed)
      return typed === "" ? null : { uuid: known?.uuid ?? uuidVersion1(), name: typed }
    },
  }
}
