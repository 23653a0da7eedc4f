import { call } from "../base/call"
import { fill, h } from "../base/dom"
import { checkbox, field, readNumber, selectInput, textInput } from "../base/field"
import { guarded, say } from "../base/message"
import type { Settings } from "../types"
import { budgetsPanel } from "./budgets-panel"
import { dialectPanel } from "./dialect-panel"
import { faultsPanel } from "./faults-panel"

/** How the sandbox behaves where the real POS has been seen to differ. */
function settingsPanel() {
  const place = h("div", { class: "settings" })
  const change = (patch: Partial<Settings>) =>
    void guarded(async () => {
      await call("settings", { method: "PATCH", body: patch })
      say("The setting is in force")
    })
  const show = (settings: Settings) => {
    const choice = (
      name: "payloadForm" | "purchaseTimestampForm" | "credentialsRemovedForm" | "signingKeysTold",
      options: [string, string][]
    ) => {
      const select = selectInput(options, settings[name])
      select.addEventListener("change", () => change({ [name]: select.value }))
      return select
    }
    const goodPart = checkbox("A failed import applies the products that are good", settings.importAppliesGoodPart)
    goodPart.input.addEventListener("change", () => change({ importAppliesGoodPart: goodPart.input.checked }))
    const seconds = textInput(String(settings.importSeconds), { inputmode: "numeric" })
    seconds.addEventListener(
      "change",
      () => void guarded(async () => change({ importSeconds: readNumber(seconds, "Seconds", { max: 86_400 }) }))
    )
    fill(
      place,
      field(
        "Payload of a notification",
        choice("payloadForm", [
          ["string", "JSON text"],
          ["object", "an object"],
        ])
      ),
      field(
        "Times in the notification of a purchase",
        choice("purchaseTimestampForm", [
          ["iso", "ISO 8601"],
          ["epoch", "epoch milliseconds"],
        ])
      ),
      field(
        "Notification of lost credentials",
        choice("credentialsRemovedForm", [
          ["plain", "by their own event"],
          ["odd", "as a removed connection"],
        ])
      ),
      field(
        "The signing key of a subscription is shown",
        choice("signingKeysTold", [
          ["always", "when it is made, and in the list"],
          ["list", "in the list alone"],
          ["never", "nowhere"],
        ])
      ),
      field("Seconds that an import takes", seconds),
      goodPart.element
    )
  }
  return {
    element: h(
      "section",
      { class: "card", "aria-labelledby": "settings-title" },
      h("h2", { id: "settings-title" }, "Notifications and imports"),
      place
    ),
    refresh: async () => show(await call("settings")),
  }
}

/** Every switch of how the POS answers: its dialect, what goes wrong on purpose, its limits. */
export function behaviorView() {
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
