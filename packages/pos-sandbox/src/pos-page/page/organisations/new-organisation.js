import { call } from "../base/call.js"
import { openDialog } from "../base/dialog.js"
import { h } from "../base/dom.js"
import { checkbox, field, FieldError, selectInput, textInput } from "../base/field.js"
import { showKey } from "./show-key.js"

/** Countries to begin with; any other is typed. */
const PRESETS = /** @type {const} */ ([
  ["SE", "SEK", "Europe/Stockholm"],
  ["NO", "NOK", "Europe/Oslo"],
  ["FI", "EUR", "Europe/Helsinki"],
  ["DE", "EUR", "Europe/Berlin"],
  ["JP", "JPY", "Asia/Tokyo"],
  ["KW", "KWD", "Asia/Kuwait"],
  ["US", "USD", "America/New_York"],
])

/**
 * Makes an organization, and shows the key that connects a store to it.
 * @param {(organizationUuid: string) => Promise<void>} onMade
 */
export function newOrganisation(onMade) {
  const name = textInput("Åsas Butik", { maxlength: 256, autofocus: true })
  const country = textInput("SE", { maxlength: 2, autocapitalize: "characters" })
  const currency = textInput("SEK", { maxlength: 3, autocapitalize: "characters" })
  const timeZone = textInput("Europe/Stockholm")
  country.addEventListener("input", () => {
    const preset = PRESETS.find(([code]) => code === country.value.trim().toUpperCase())
    if (preset) {
      currency.value = preset[1]
      timeZone.value = preset[2]
    }
  })
  const taxation = selectInput(
    [
      ["VAT", "VAT"],
      ["SALES_TAX", "Sales tax"],
      ["NONE", "None"],
    ],
    "VAT"
  )
  const mode = selectInput(
    [
      ["INCLUSIVE", "in the prices"],
      ["EXCLUSIVE", "on top"],
    ],
    "INCLUSIVE"
  )
  const sample = checkbox("Begin with 40 sample products", true)
  openDialog({
    title: "New organization",
    content: [
      field("Name", name),
      h("div", { class: "pair" }, field("Country", country), field("Currency", currency)),
      field("Time zone", timeZone),
      h("div", { class: "pair" }, field("Tax", taxation), field("Taxes", mode)),
      sample.element,
    ],
    submit: "Create",
    onSubmit: async () => {
      if (name.value.trim() === "") {
        throw new FieldError(name, "Name: an organization needs one")
      }
      /** @type {{ organizationUuid: string, apiKey: string }} */
      const made = await call("organizations", {
        body: {
          name: name.value.trim(),
          country: country.value.trim().toUpperCase(),
          currency: currency.value.trim().toUpperCase(),
          timeZone: timeZone.value.trim(),
          taxationType: taxation.value,
          taxationMode: mode.value,
        },
      })
      if (sample.input.checked) {
        await call(`organizations/${made.organizationUuid}/seed`, { body: { products: 40 } })
      }
      await onMade(made.organizationUuid)
      showKey(made.apiKey)
    },
  })
}
