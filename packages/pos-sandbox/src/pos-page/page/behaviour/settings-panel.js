/** @import { Settings } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { checkbox, field, readNumber, selectInput, textInput } from "../base/field.js"
import { guarded, say } from "../base/message.js"

/** How the sandbox behaves where the real POS has been seen to differ. */
export function settingsPanel() {
  const place = h("div", { class: "settings" })
  const change = (/** @type {Partial<Settings>} */ patch) =>
    void guarded(async () => {
      await call("settings", { method: "PATCH", body: patch })
      say("The setting is in force")
    })
  const show = (/** @type {Settings} */ settings) => {
    const choice = (
      /** @type {"payloadForm" | "purchaseTimestampForm" | "credentialsRemovedForm" | "signingKeysTold"} */ name,
      /** @type {[string, string][]} */ options
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
