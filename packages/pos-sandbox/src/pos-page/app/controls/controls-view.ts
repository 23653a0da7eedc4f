import { call, organizationUuid, session } from "../base/call"
import { confirm, guarded, say } from "../base/dialog"
import { fill, h } from "../base/dom"
import { when } from "../base/format"
import { showKey } from "../organizations/organization-picker"
import type { ClockState } from "../types"

/** The sandbox's one clock, as this page knows it. */
class SandboxClock {
  isStopped = false
  /** how far it is from the machine's; while stopped, its moment */
  offset: number | null = null
  listeners: Set<() => void> = new Set()

  /** @returns epoch milliseconds, null before it was asked */
  now(): number | null {
    return this.offset === null ? null : this.isStopped ? this.offset : Date.now() + this.offset
  }

  async ask(change?: { advance?: number; stopped?: boolean }) {
    const { now, stopped }: ClockState = await call("clock", change ? { body: change } : {})
    this.isStopped = stopped
    this.offset = stopped ? Date.parse(now) : Date.parse(now) - Date.now()
    this.report()
  }

  report() {
    this.listeners.forEach((listener) => listener())
  }

  onTick(listener: () => void) {
    this.listeners.add(listener)
  }

  /** Ticks every second, and asks now and then, since others move it too. */
  run() {
    setInterval(() => this.report(), 1_000)
    setInterval(() => void guarded(() => this.ask()), 15_000)
    void guarded(() => this.ask())
  }
}

export const clock = new SandboxClock()

const STEPS = [
  ["1 minute", 60],
  ["1 hour", 3_600],
  ["1 day", 86_400],
  ["3 days", 259_200],
] as const

/** The sandbox's clock: to stop it, to let it run, to move it on. */
function clockPanel() {
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
  const move = (change: { advance?: number; stopped?: boolean }) =>
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

/** The organization's profile, and the keys that connect stores to it. */
function organizationPanel() {
  const facts = h("dl", { class: "facts" })
  const makeKey = () =>
    void guarded(async () => {
      const { apiKey }: { apiKey: string } = await call("api-keys", { body: { organizationUuid: organizationUuid() } })
      showKey(apiKey)
    })
  const revoke = () =>
    confirm("Revoke all keys?", "Every connected store loses its connection, and is notified.", "Revoke", async () => {
      await call("revocations", { body: { organizationUuid: organizationUuid() } })
      say("All keys were revoked")
    })
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "organization-title" },
    h("h2", { id: "organization-title" }, "Organization"),
    facts,
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: makeKey }, "New API key"),
      h("button", { class: "quiet danger", type: "button", onclick: revoke }, "Revoke all keys")
    )
  )
  const fact = (name: string, value: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value))
  return {
    element,
    refresh() {
      const { organization } = session
      element.hidden = organization === null
      fill(
        facts,
        organization && [
          fact("Name", organization.name ?? ""),
          fact("UUID", organization.uuid),
          fact(
            "Country, currency, time zone",
            [organization.country, organization.currency, organization.timeZone].join(" · ")
          ),
          fact(
            "Tax",
            `${organization.taxationType ?? ""}, ${organization.taxationMode === "EXCLUSIVE" ? "on top of prices" : "in the prices"}`
          ),
        ]
      )
    },
  }
}

/** What the passing of time and the POS's own staff do. */
export function controlsView() {
  const organization = organizationPanel()
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
      h("div", { class: "cards" }, clockPanel(), organization.element)
    ),
    enter() {
      organization.refresh()
      void guarded(() => clock.ask())
    },
    focusSearch: () => undefined,
  }
}
