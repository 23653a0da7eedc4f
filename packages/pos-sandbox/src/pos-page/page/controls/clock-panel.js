import { fill, h } from "../base/dom.js"
import { guarded } from "../base/message.js"
import { when } from "../base/when.js"
import { clock } from "./clock.js"

const STEPS = /** @type {const} */ ([
  ["1 minute", 60],
  ["1 hour", 3_600],
  ["1 day", 86_400],
  ["3 days", 259_200],
])

/** The sandbox's clock: to stop it, to let it run, to move it on. */
export function clockPanel() {
  const time = h("p", { class: "time" })
  const state = h("p", { class: "hint" })
  const toggle = h("button", { type: "button", onclick: () => move({ stopped: !clock.isStopped }) })
  const panel = h(
    "section",
    { class: "card", "aria-labelledby": "clock-title" },
    h("h2", { id: "clock-title" }, "Clock"),
    time,
    state,
    h(
      "div",
      { class: "steps", role: "group", "aria-label": "Move the clock on" },
      STEPS.map(([text, seconds]) =>
        h("button", { type: "button", onclick: () => move({ advance: seconds }) }, `+ ${text}`)
      )
    ),
    h("div", { class: "buttons" }, toggle),
    h("p", { class: "hint" }, "Retries, payouts, delays and expiries on the way happen in their order.")
  )
  /** @param {{ advance?: number, stopped?: boolean }} change */
  const move = (change) =>
    void guarded(async () => {
      panel.setAttribute("aria-busy", "true")
      try {
        await clock.ask(change)
      } finally {
        panel.removeAttribute("aria-busy")
      }
    })
  clock.onTick(() => {
    fill(time, when(clock.now(), { dateStyle: "full", timeStyle: "medium" }))
    fill(state, clock.isStopped ? "Stopped" : "Running")
    fill(toggle, clock.isStopped ? "Let it run" : "Stop")
  })
  return panel
}
