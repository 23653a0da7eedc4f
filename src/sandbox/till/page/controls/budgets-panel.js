/** @import { InterfaceName, RateBudget } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { readNumber, textInput } from "../base/field.js"
import { guarded, say } from "../base/message.js"
import { INTERFACES } from "./fault-fields.js"

/** So many calls in so many seconds for each interface; more are answered 429. */
export function budgetsPanel() {
  const rows = h("div", { class: "budgets" })
  /** @param {Partial<Record<InterfaceName, RateBudget>>} budgets */
  const show = (budgets) =>
    fill(
      rows,
      INTERFACES.map(([name, title]) => budgetLine(name, title, budgets[name], show))
    )
  return {
    element: h(
      "section",
      { class: "card", "aria-labelledby": "budgets-title" },
      h("h2", { id: "budgets-title" }, "Rate budgets"),
      h("p", { class: "hint" }, "Calls in seconds, for each credential. Empty: no limit."),
      rows
    ),
    refresh: async () => show(await call("budgets")),
  }
}

/**
 * @param {InterfaceName} name
 * @param {string} title
 * @param {RateBudget | undefined} budget
 * @param {(budgets: Partial<Record<InterfaceName, RateBudget>>) => void} show
 */
function budgetLine(name, title, budget, show) {
  const requests = textInput(budget ? String(budget.requests) : "", {
    inputmode: "numeric",
    placeholder: "∞",
    "aria-label": `${title}: calls`,
  })
  const seconds = textInput(budget ? String(budget.seconds) : "", {
    inputmode: "numeric",
    placeholder: "60",
    "aria-label": `${title}: in seconds`,
  })
  const save = () =>
    void guarded(async () => {
      const value =
        requests.value.trim() === ""
          ? null
          : {
              requests: readNumber(requests, title, { min: 1, whole: true }),
              seconds: seconds.value.trim() === "" ? 60 : readNumber(seconds, title, { min: 1 }),
            }
      show(await call("budgets", { method: "PATCH", body: { [name]: value } }))
      say(value ? `${title}: ${value.requests} calls in ${value.seconds} s` : `${title}: no limit`)
    })
  return h(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault()
        save()
      },
    },
    h("span", {}, title),
    requests,
    h("span", { class: "muted" }, "in"),
    seconds,
    h("span", { class: "muted" }, "s"),
    h("button", { class: "quiet", type: "submit", "aria-label": `Set the budget of ${title}` }, "Set")
  )
}
