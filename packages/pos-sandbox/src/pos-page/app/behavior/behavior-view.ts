import { call, organizationUuid } from "../base/call"
import { fill, h } from "../base/dom"
import { checkbox, field, readNumber, selectInput, textInput } from "../base/field"
import { guarded, say } from "../base/dialog"
import type { BudgetLeft, Budgets, InterfaceName, RateBudget, Settings } from "../types"
import { dialectPanel } from "./dialect-panel"
import { INTERFACES } from "./fault-fields"
import { faultsPanel } from "./faults-panel"
import { keepFresh } from "../base/event-stream"

/** The budget of one interface, and what the organization has left of it. */
function budgetLine(
  name: InterfaceName,
  title: string,
  budget: RateBudget | undefined,
  show: (budgets: Budgets) => Promise<void>
) {
  const number = (value: number | undefined, empty: string, label: string) =>
    textInput(value === undefined ? "" : String(value), {
      inputmode: "numeric",
      placeholder: empty,
      "aria-label": `${title}: ${label}`,
    })
  const requests = number(budget?.requests, "∞", "calls")
  const seconds = number(budget?.seconds, "60", "in seconds")
  const budgetHint = h("small", { class: "muted" })
  const per = selectInput(
    [
      ["credential", "for each credential"],
      ["organization", "for the organization"],
    ],
    budget?.per ?? "credential",
    { "aria-label": `${title}: shared`, onchange: () => save() }
  )
  const value = () =>
    requests.value.trim() === ""
      ? null
      : {
          ...budget,
          requests: readNumber(requests, title, { min: 1, whole: true }),
          seconds: seconds.value.trim() === "" ? 60 : readNumber(seconds, title, { min: 1 }),
          ...(per.value === (budget?.per ?? "credential") ? {} : { per: per.value }),
        }
  const save = () =>
    void guarded(async () => {
      const reported = value()
      await show(await call("budgets", { method: "PATCH", body: { [name]: reported } }))
      say(reported ? `${title}: ${reported.requests} calls in ${reported.seconds} s` : `${title}: no limit`)
    })
  const onsubmit = (event: Event) => {
    event.preventDefault()
    save()
  }
  return {
    name,
    element: h(
      "form",
      { novalidate: true, onsubmit },
      h("span", {}, title),
      requests,
      h("span", { class: "muted" }, "in"),
      seconds,
      h("span", { class: "muted" }, "s"),
      h("button", { class: "quiet", type: "submit", "aria-label": `Set the budget of ${title}` }, "Set"),
      budget ? h("div", { class: "shared" }, per, budgetHint) : budgetHint
    ),
    /** @param shares of the organization; without one, all of the budget is left */
    showLeft: (shares: BudgetLeft[]) => {
      const [least] = [...shares].sort((first, second) => first.left - second.left)
      const current = least ?? (budget && { left: budget.requests, requests: budget.requests })
      fill(budgetHint, current ? `${current.left} of ${current.requests} left` : "")
    },
  }
}

/** So many calls in so many seconds for each interface; more are answered 429. */
function budgetsPanel() {
  const rows = h("div", { class: "budgets" })
  let lines: ReturnType<typeof budgetLine>[] = []
  const refreshLeft = async () => {
    const budgetsLeft: BudgetLeft[] = await call("budgets/left")
    const ours = budgetsLeft.filter((share) => share.organizationUuid === organizationUuid())
    lines.forEach(({ name, showLeft }) => showLeft(ours.filter((share) => share.interface === name)))
  }
  const show = async (budgets: Budgets) => {
    lines = INTERFACES.map(([name, title]) => budgetLine(name, title, budgets[name], show))
    fill(
      rows,
      lines.map(({ element }) => element)
    )
    await refreshLeft()
  }
  const element = h(
    "section",
    { class: "card", "aria-labelledby": "budgets-title" },
    h("h2", { id: "budgets-title" }, "Rate budgets"),
    h("p", { class: "hint" }, "Calls in seconds, for each credential or a whole organization. Empty: no limit."),
    rows
  )
  keepFresh(element, ["call"], refreshLeft)
  return { element, refresh: async () => show(await call("budgets")) }
}

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
