/** @import { BudgetLeft, Budgets } from "../types.js" */
import { call } from "../base/call.js"
import { fill, h } from "../base/dom.js"
import { keepFresh } from "../base/keep-fresh.js"
import { organizationUuid } from "../base/session.js"
import { budgetLine } from "./budget-line.js"
import { INTERFACES } from "./fault-fields.js"

/** So many calls in so many seconds for each interface; more are answered 429. */
export function budgetsPanel() {
  const rows = h("div", { class: "budgets" })
  /** @type {ReturnType<typeof budgetLine>[]} */
  let lines = []
  const refreshLeft = async () => {
    /** @type {BudgetLeft[]} */
    const left = await call("budgets/left")
    const ours = left.filter((one) => one.organizationUuid === organizationUuid())
    lines.forEach(({ name, showLeft }) => showLeft(ours.filter((one) => one.interface === name)))
  }
  const show = async (/** @type {Budgets} */ budgets) => {
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
