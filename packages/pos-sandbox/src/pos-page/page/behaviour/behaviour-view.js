import { h } from "../base/dom.js"
import { guarded } from "../base/message.js"
import { budgetsPanel } from "./budgets-panel.js"
import { dialectPanel } from "./dialect-panel.js"
import { faultsPanel } from "./faults-panel.js"
import { settingsPanel } from "./settings-panel.js"

/** Every switch of how the POS answers: its dialect, what goes wrong on purpose, its limits. */
export function behaviourView() {
  const panels = [dialectPanel(), faultsPanel(), settingsPanel(), budgetsPanel()]
  return {
    element: h(
      "section",
      { class: "page", "aria-label": "Behavior" },
      h("header", {}, h("h1", {}, "Behavior")),
      h(
        "div",
        { class: "cards" },
        panels.map(({ element }) => element)
      )
    ),
    enter() {
      void guarded(async () => {
        await Promise.all(panels.map(({ refresh }) => refresh()))
      })
    },
    focusSearch: () => undefined,
  }
}
