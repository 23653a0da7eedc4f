import { empty, fill, h, icon, type IconName } from "./base/dom"
import { field, textInput } from "./base/field"
import { when } from "./base/format"
import { clock } from "./controls/clock"

/** Asks for the control token when the address has none, or a wrong one. */
export function askToken(view: HTMLElement, problem: string) {
  const token = textInput("", { spellcheck: "false", class: "code" })
  fill(
    view,
    h(
      "form",
      {
        class: "empty",
        onsubmit: (event) => {
          event.preventDefault()
          location.hash = `token=${encodeURIComponent(token.value.trim())}`
        },
      },
      h("h1", {}, "Register"),
      h("p", {}, "Open the address that the sandbox printed, or type its control token."),
      problem ? h("p", { class: "problem", role: "alert" }, problem) : null,
      field("Control token", token),
      h("button", { class: "primary", type: "submit" }, "Open")
    )
  )
  token.focus()
}

/** The first thing to do in a new sandbox. */
export const noOrganization = (create: () => void) =>
  empty(
    "Welcome",
    "This sandbox knows no organization yet. Make one, and its register is open.",
    h("button", { class: "primary", type: "button", onclick: create }, "New organization")
  )

type Place = { name: string; title: string; icon: IconName }

const PLACES: readonly Place[] = [
  { name: "sell", title: "Sell", icon: "sell" },
  { name: "receipts", title: "Receipts", icon: "receipts" },
  { name: "products", title: "Products", icon: "products" },
  { name: "live", title: "Live", icon: "live" },
  { name: "calls", title: "Calls", icon: "calls" },
  { name: "behavior", title: "Behavior", icon: "behavior" },
  { name: "controls", title: "Sandbox", icon: "controls" },
]

/** The places of the register, whose it is, and what time it is there. */
export function frame(picker: HTMLElement, onGo: (name: string) => void) {
  const buttons = new Map(
    PLACES.map((place) => [
      place.name,
      h("button", { type: "button", onclick: () => onGo(place.name) }, icon(place.icon), h("span", {}, place.title)),
    ])
  )
  const time = h("span", {})
  const clockButton = h(
    "button",
    { class: "quiet clock", type: "button", title: "The sandbox's clock", onclick: () => onGo("controls") },
    icon("clock"),
    time
  )
  clock.onTick(() => {
    time.textContent = `${when(clock.now(), { weekday: "short", hour: "2-digit", minute: "2-digit" })}${clock.isStopped ? " · stopped" : ""}`
  })
  return {
    elements: [
      h("nav", { "aria-label": "Places" }, [...buttons.values()]),
      h("div", { class: "where" }, clockButton, picker),
    ],
    mark: (name: string) => {
      for (const [place, button] of buttons) {
        if (place === name) {
          button.setAttribute("aria-current", "page")
        } else {
          button.removeAttribute("aria-current")
        }
      }
    },
  }
}
