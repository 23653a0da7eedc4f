import { h } from "../base/dom.js"
import { selectInput } from "../base/field.js"
import { icon } from "../base/icon.js"
import { debounce } from "../base/throttle.js"

/**
 * What calls are looked for by: a part of the path, the status, a part of a body.
 * @param {() => void} onChange
 */
export function callSearch(onChange) {
  const typed = debounce(onChange, 200)
  const path = h("input", {
    type: "search",
    "aria-label": "Find calls by their path",
    placeholder: "Path",
    autocomplete: "off",
    "aria-keyshortcuts": "/",
    oninput: typed,
  })
  const body = h("input", {
    type: "search",
    "aria-label": "Find calls by what their bodies contain",
    placeholder: "In a body",
    autocomplete: "off",
    oninput: typed,
  })
  const status = selectInput(
    [
      ["", "Any status"],
      ["2xx", "2xx: fine"],
      ["3xx", "3xx: elsewhere"],
      ["4xx", "4xx: refused"],
      ["5xx", "5xx: failed"],
      ["none", "Broken off"],
    ],
    "",
    { "aria-label": "Status", onchange: onChange }
  )
  return {
    element: h(
      "div",
      { class: "call-search", role: "search" },
      h("div", { class: "input" }, icon("search"), path),
      h("div", { class: "input" }, icon("search"), body),
      status
    ),
    focus: () => path.focus(),
    query: () => ({ path: path.value.trim(), body: body.value.trim(), status: status.value }),
    get isEmpty() {
      return [path, body, status].every(({ value }) => value.trim() === "")
    },
  }
}
