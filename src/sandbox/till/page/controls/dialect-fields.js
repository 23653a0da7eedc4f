/** @import { DialectByPoint, Settings } from "../types.js" */
import { call } from "../base/call.js"
import { h } from "../base/dom.js"
import { checkbox, field, selectInput } from "../base/field.js"
import { guarded, say } from "../base/message.js"
import { GROUPS, POINT_NAMES, POINTS } from "./dialect-points.js"

/**
 * Which service the sandbox is: one choice for all, and each point by itself. The controls stay where they are when
 * one of them changes, so that the keyboard keeps its place.
 * @param {DialectByPoint} first
 */
export function dialectFields(first) {
  const all = selectInput(
    [
      ["spec", "As specified"],
      ["field", "As observed"],
      ["mixed", "Mixed"],
    ],
    chosen(first)
  )
  const points = POINT_NAMES.map((name) => ({ name, ...checkbox(POINTS[name].label, first[name] === "field") }))
  const show = (/** @type {DialectByPoint} */ dialect) => {
    all.value = chosen(dialect)
    points.forEach(({ name, input }) => (input.checked = dialect[name] === "field"))
    // Nothing is mixed by a choice of all: that is what single points come to.
    Array.from(all.options).forEach((option) => (option.disabled = option.value === "mixed"))
  }
  const change = (/** @type {"spec" | "field" | Partial<DialectByPoint>} */ dialect) =>
    void guarded(async () => {
      /** @type {Settings} */
      const settings = await call("settings", { method: "PATCH", body: { dialect } })
      show(settings.dialect)
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
  show(first)
  return h(
    "div",
    { class: "settings" },
    field("The service answers", all, "As its specification says, or as the running one was observed to."),
    h(
      "details",
      { class: "points" },
      h("summary", {}, "Point by point"),
      GROUPS.map(([group, title]) =>
        h(
          "fieldset",
          {},
          h("legend", {}, title),
          points.filter(({ name }) => POINTS[name].group === group).map(({ element }) => element)
        )
      )
    )
  )
}

/** @param {DialectByPoint} dialect @returns {"spec" | "field" | "mixed"} */
function chosen(dialect) {
  const kinds = new Set(POINT_NAMES.map((name) => dialect[name]))
  const [one] = kinds
  return kinds.size === 1 && one ? one : "mixed"
}
