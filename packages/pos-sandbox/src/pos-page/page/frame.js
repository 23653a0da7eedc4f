/** @import { IconName } from "./base/icon.js" */
import { h } from "./base/dom.js"
import { icon } from "./base/icon.js"
import { when } from "./base/when.js"
import { clock } from "./controls/clock.js"

/** @typedef {{ name: string, title: string, icon: IconName }} Place */

/** @type {readonly Place[]} */
export const PLACES = [
  { name: "sell", title: "Sell", icon: "sell" },
  { name: "receipts", title: "Receipts", icon: "receipts" },
  { name: "products", title: "Products", icon: "products" },
  { name: "live", title: "Live", icon: "live" },
  { name: "calls", title: "Calls", icon: "calls" },
  { name: "behaviour", title: "Behavior", icon: "behaviour" },
  { name: "controls", title: "Sandbox", icon: "controls" },
]

/**
 * The places of the register, whose it is, and what time it is there.
 * @param {HTMLElement} picker
 * @param {(name: string) => void} onGo
 */
export function frame(picker, onGo) {
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
    /** @param {string} name */
    mark(name) {
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
