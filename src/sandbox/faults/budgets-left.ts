import type { SandboxContext } from "../context/sandbox-context"
import { INTERFACES, type InterfaceName } from "../http/interfaces"
import { mask } from "../journal/mask-secrets"
import { readAccessToken } from "../oauth/tokens"
import { budgetOf } from "./limit-rates"
import type { RateBudget, RateCounter } from "./rate-budget"

/** What somebody who shares a budget has left of it. */
export type BudgetLeft = {
  interface: InterfaceName
  requests: number
  seconds: number
  per: "credential" | "organization"
  /** whose; null: a caller who is of no organisation */
  organizationUuid: string | null
  /** masked; null: the organisation as a whole */
  credential: string | null
  left: number
}

/** What is left to everybody who has called lately; who has not, has all of it. */
export function budgetsLeft(context: SandboxContext): BudgetLeft[] {
  const now = context.clock.now().getTime()
  return INTERFACES.flatMap((name) => {
    // The observed one is that of the inventory's current version.
    const budget = budgetOf(context, name, name === "inventory" ? "/v3/" : "/")
    const prefix = `${name} `
    const counters = [...context.rateCounters].filter(([key]) => budget && key.startsWith(prefix))
    return counters.flatMap(([key, counter]) => {
      const told = budget && tell(context, name, budget, key.slice(prefix.length))
      return told ? [{ ...told, left: leftOf(budget, counter, now) }] : []
    })
  })
}

function tell(context: SandboxContext, name: InterfaceName, budget: RateBudget, sharer: string) {
  const { requests, seconds, per = "credential" } = budget
  const isWhole = context.state.organizations.has(sharer)
  if (isWhole !== (per === "organization")) {
    // Counted while the budget was another's.
    return null
  }
  const known = isWhole ? null : readAccessToken(context, sharer.replace(/^bearer /i, ""))
  const ofToken = known === null || known === "expired" || known === "invalid" ? null : known.organization.uuid
  return {
    interface: name,
    ...{ requests, seconds, per },
    organizationUuid: isWhole ? sharer : ofToken,
    credential: isWhole ? null : mask(sharer),
  }
}

function leftOf(
  { requests, seconds, counting = "window" }: RateBudget,
  { at, used }: RateCounter,
  now: number
): number {
  const length = seconds * 1_000
  switch (counting) {
    case "window":
      return now - at < length ? Math.max(requests - used, 0) : requests
    case "average":
      return Math.floor(Math.min(requests - used + ((now - at) * requests) / length, requests))
  }
}
