import { call } from "../base/call"
import { fill, h } from "../base/dom"
import { keepFresh } from "../base/event-stream"
import { readNumber, selectInput, textInput } from "../base/field"
import { guarded, say } from "../base/message"
import { organizationUuid } from "../base/session"
import type { BudgetLeft, Budgets, InterfaceName, RateBudget } from "../types"
import { INTERFACES } from "./fault-fields"

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
  const left = h("small", { class: "muted" })
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
      budget ? h("div", { class: "shared" }, per, left) : left
    ),
    /** @param shares of the organization; without one, all of the budget is left */
    showLeft: (shares: BudgetLeft[]) => {
      const [least] = [...shares].sort((first, second) => first.left - second.left)
      const current = least ?? (budget && { left: budget.requests, requests: budget.requests })
      fill(left, current ? `${current.left} of ${current.requests} left` : "")
    },
  }
}

/** So many calls in so many seconds for each interface; more are answered 429. */
export function budgetsPanel() {
  const rows = h("div", { class: "budgets" })
  let lines: ReturnType<typeof budgetLine>[] = []
  const refreshLeft = async () => {
    const left: BudgetLeft[] = await call("budgets/left")
    const ours = left.filter((share) => share.organizationUuid === organizationUuid())
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
