/** @import { Category } from "../types.js" */
/** @import { ProductSource } from "./product-source.js" */
import { fill, h } from "../base/dom.js"
import { icon } from "../base/icon.js"
import { debounce } from "../base/throttle.js"

/**
 * A search field and the categories to choose from.
 * @param {ProductSource} source
 * @param {() => void} onChange
 * @param {(text: string) => void} [onEnter]
 */
export function productSearch(source, onChange, onEnter) {
  const typed = debounce(onChange, 150)
  const input = h("input", {
    type: "search",
    "aria-label": "Search products by name, SKU or barcode",
    placeholder: "Search or scan",
    autocomplete: "off",
    "aria-keyshortcuts": "/",
    oninput: () => {
      source.q = input.value.trim()
      typed()
    },
    onkeydown: (event) => {
      if (event instanceof KeyboardEvent && event.key === "Enter" && !event.ctrlKey && !event.metaKey && onEnter) {
        event.preventDefault()
        typed.cancel()
        onEnter(input.value.trim())
      }
    },
  })
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Categories" })

  /** @param {Category[]} categories */
  const showCategories = (categories) => {
    if (source.categoryUuid && !categories.some(({ uuid }) => uuid === source.categoryUuid)) {
      source.categoryUuid = ""
    }
    const choose = (/** @type {string} */ uuid) => {
      source.categoryUuid = uuid
      showCategories(categories)
      onChange()
    }
    const chip = (/** @type {string} */ uuid, /** @type {string} */ name) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(source.categoryUuid === uuid), onclick: () => choose(uuid) },
        name
      )
    const hadFocus = chips.contains(document.activeElement)
    fill(
      chips,
      chip("", "All"),
      categories.map(({ uuid, name }) => chip(uuid, name || "No name"))
    )
    chips.hidden = categories.length === 0
    const pressed = chips.querySelector("[aria-pressed=true]")
    if (hadFocus && pressed instanceof HTMLElement) {
      pressed.focus()
    }
  }

  return {
    element: h("div", { class: "search" }, h("div", { class: "input" }, icon("search"), input), chips),
    input,
    showCategories,
  }
}
