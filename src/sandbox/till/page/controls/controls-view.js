import { h } from "../base/dom.js"
import { guarded } from "../base/message.js"
import { budgetsPanel } from "./budgets-panel.js"
import { clock } from "./clock.js"
import { clockPanel } from "./clock-panel.js"
import { faultsPanel } from "./faults-panel.js"
import { organisationPanel } from "./organisation-panel.js"
import { settingsPanel } from "./settings-panel.js"

/** What the passing of time and the service's own staff do. */
export function controlsView() {
  const [faults, budgets, settings] = [faultsPanel(), budgetsPanel(), settingsPanel()]
  const organisation = organisationPanel()
  return {
    element: h(
      "section",
      { class: "page", "aria-label": "Sandbox" },
      h(
        "header",
        {},
        h("h1", {}, "Sandbox"),
        h("a", { href: "/docs", target: "_blank", rel: "noopener" }, "Reference of every call")
      ),
      h(
        "div",
        { class: "cards" },
        clockPanel(),
        faults.element,
        organisation.element,
        settings.element,
        budgets.element
      )
    ),
    enter() {
      organisation.refresh()
      void guarded(async () => {
        await Promise.all([clock.ask(), faults.refresh(), budgets.refresh(), settings.refresh()])
      })
    },
    focusSearch: () => undefined,
  }
}
