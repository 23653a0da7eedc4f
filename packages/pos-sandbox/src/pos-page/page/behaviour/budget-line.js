/** @import { BudgetLeft, Budgets, InterfaceName, RateBudget } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { readNumber, selectInput, textInput } from "../base/field.js"
import { guarded, say } from "../base/message.js"

/**
 * The budget of one interface, and what the organization has left of it.
 * @param {InterfaceName} name
 * @param {string} title
 * @param {RateBudget | undefined} budget
 * @param {(budgets: Budgets) => Promise<void>} show
 */
export function budgetLine(name, title, budget, show) {
  const number = (/** @type {number | undefined} */ value, /** @type {string} */ empty, /** @type {string} */ label) =>
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
  const onsubmit = (/** @type {Event} */ event) => {
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
    /** @param {BudgetLeft[]} shares of the organization; without one, all of the budget is left */
    showLeft(shares) {
      const [least] = [...shares].sort((one, other) => one.left - other.left)
      const of = least ?? (budget && { left: budget.requests, requests: budget.requests })
      fill(left, of ? `${of.left} of ${of.requests} left` : "")
    },
  }
}
