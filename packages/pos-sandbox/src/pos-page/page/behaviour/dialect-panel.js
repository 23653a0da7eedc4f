/** @import { DialectByPoint, Settings } from "../types.js" */
import { call } from "../base/call.js"
import { h } from "../base/dom.js"
import { checkbox, field, selectInput } from "../base/field.js"
import { guarded, say } from "../base/message.js"
import { GROUPS, POINT_NAMES, POINTS } from "./dialect-points.js"

/**
 * Which service the sandbox is: one choice for all, and each point by itself. The controls stay where they are when
 * one of them changes, so that the keyboard keeps its place.
 */
export function dialectPanel() {
  const all = selectInput(
    [
      ["spec", "As specified"],
      ["field", "As observed"],
      ["mixed", "Mixed"],
    ],
    "spec"
  )
  // Nothing is mixed by a choice of all: that is what single points come to.
  Array.from(all.options).forEach((option) => (option.disabled = option.value === "mixed"))
  const points = POINT_NAMES.map((name) => ({ name, ...checkbox(POINTS[name].label, false) }))
  const show = (/** @type {Settings} */ { dialect }) => {
    all.value = chosen(dialect)
    points.forEach(({ name, input }) => (input.checked = dialect[name] === "field"))
  }
  const change = (/** @type {"spec" | "field" | Partial<DialectByPoint>} */ dialect) =>
    void guarded(async () => {
      show(await call("settings", { method: "PATCH", body: { dialect } }))
      say("The setting is in force")
    })
  all.addEventListener("change", () => {
    if (all.value === "spec" || all.value === "field") {
      change(all.value)
    }
  })
  points.forEach(({ name, input }) =>
    input.addEventListener("change", () => change({ [name]: input.checked ? "field" : "spec" }))
  )
  const group = (/** @type {string} */ key, /** @type {string} */ title) =>
    h(
      "fieldset",
      {},
      h("legend", {}, title),
      points.filter(({ name }) => POINTS[name].group === key).map(({ element }) => element)
    )
  return {
    element: h(
      "section",
      { class: "card points", "aria-labelledby": "dialect-title" },
      h("h2", { id: "dialect-title" }, "Dialect"),
      field("The POS answers", all, "As its specification says, or as the running one was observed to."),
      GROUPS.map(([key, title]) => group(key, title))
    ),
    refresh: async () => show(await call("settings")),
  }
}

/** @param {DialectByPoint} dialect @returns {"spec" | "field" | "mixed"} */
function chosen(dialect) {
  const kinds = new Set(POINT_NAMES.map((name) => dialect[name]))
  const [one] = kinds
  return kinds.size === 1 && one ? one : "mixed"
}
