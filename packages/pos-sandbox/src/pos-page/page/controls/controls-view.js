import { h } from "../base/dom.js"
import { guarded } from "../base/message.js"
import { clock } from "./clock.js"
import { clockPanel } from "./clock-panel.js"
import { organisationPanel } from "./organisation-panel.js"

/** What the passing of time and the POS's own staff do. */
export function controlsView() {
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
      h("div", { class: "cards" }, clockPanel(), organisation.element)
    ),
    enter() {
      organisation.refresh()
      void guarded(() => clock.ask())
    },
    focusSearch: () => undefined,
  }
}
