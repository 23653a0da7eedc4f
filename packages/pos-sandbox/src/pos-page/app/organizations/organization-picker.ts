import { call, chooseOrganization, rememberedOrganization, session } from "../base/call"
import { guarded, openDialog, say } from "../base/dialog"
import { fill, h } from "../base/dom"
import { checkbox, field, FieldError, selectInput, textInput } from "../base/field"
import type { Organization } from "../types"

/** Shows a key that was just made. */
export function showKey(apiKey: string) {
  const key = h("textarea", { readonly: true, rows: 6, class: "code", "aria-label": "API key" }, apiKey)
  openDialog({
    title: "API key",
    content: [h("p", {}, "This key connects a store to the organization. It is not shown again."), key],
    submit: "Copy and close",
    onSubmit: async () => {
      await navigator.clipboard.writeText(apiKey)
      say("The key is in the clipboard")
    },
  }).submitButton?.focus()
}

/** Countries to begin with; any other is typed. */
const PRESETS = [
  ["SE", "SEK", "Europe/Stockholm"],
  ["NO", "NOK", "Europe/Oslo"],
  ["FI", "EUR", "Europe/Helsinki"],
  ["DE", "EUR", "Europe/Berlin"],
  ["JP", "JPY", "Asia/Tokyo"],
  ["KW", "KWD", "Asia/Kuwait"],
  ["US", "USD", "America/New_York"],
] as const

/** Makes an organization, and shows the key that connects a store to it. */
function newOrganization(onMade: (organizationUuid: string) => Promise<void>) {
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
      const createdOrganization: { organizationUuid: string; apiKey: string } = await call("organizations", {
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
        await call(`organizations/${createdOrganization.organizationUuid}/seed`, { body: { products: 40 } })
      }
      await onMade(createdOrganization.organizationUuid)
      showKey(createdOrganization.apiKey)
    },
  })
}

const NEW = "new"

/** Chooses whose register this is. */
export function organizationPicker() {
  let organizations: Organization[] = []
  const select = h("select", { "aria-label": "Organization" })

  const load = async (wanted = session.organization?.uuid ?? rememberedOrganization()) => {
    organizations = await call("organizations")
    chooseOrganization(organizations.find(({ uuid }) => uuid === wanted) ?? organizations[0] ?? null)
    show()
  }
  const show = () =>
    fill(
      select,
      organizations.length === 0 ? h("option", { value: "" }, "No organization") : null,
      organizations.map(({ uuid, name, currency }) =>
        h("option", { value: uuid, selected: uuid === session.organization?.uuid }, `${name} · ${currency}`)
      ),
      h("option", { value: NEW }, "New organization …")
    )
  const create = () => newOrganization((uuid) => load(uuid))
  select.addEventListener("change", () => {
    if (select.value === NEW) {
      show()
      create()
    } else {
      void guarded(() => load(select.value))
    }
  })
  return { element: select, load: () => load(), create }
}
