import { brandNames, type BrandNames } from "../../pos-api/contract"
import { ActivityFeed } from "../activity/activity-feed"
import { SandboxClock } from "./sandbox-clock"
import { Deliveries } from "../deliveries/deliveries"
import type { RateCounter } from "../faults/rate-budget"
import { HttpError } from "../http/http-error"
import { Journal } from "../journal/journal"
import { type Ids, randomIds } from "./ids"
import type { OrganizationState } from "../state/organization"
import type { DialectPoint } from "../state/dialect"
import { createSandboxState, type SandboxState } from "../state/sandbox-state"

/** What all parts of one sandbox share: its knowledge (`state`), and what works on it. */
export type SandboxContext = {
  state: SandboxState
  clock: SandboxClock
  brand: BrandNames
  ids: Ids
  /** lets destinations be plain HTTP, and pictures be fetched, on this machine */
  allowLoopback: boolean
  /** lets the control routes answer other machines, too, by their token alone */
  openControl: boolean
  /** calls that count against a budget, by interface and caller */
  rateCounters: Map<string, RateCounter>
  deliveries: Deliveries
  activity: ActivityFeed
  /** every call of the service; not part of a snapshot */
  journal: Journal
}

export function createSandboxContext(options: {
  brand?: string
  allowLoopback: boolean
  openControl?: boolean
  controlToken?: string
}): SandboxContext {
  const { allowLoopback, openControl = false } = options
  const clock = new SandboxClock()
  const brand = brandNames(options.brand)
  const state = createSandboxState(options.controlToken)
  const activity = new ActivityFeed()
  const deliveries = new Deliveries({ state, clock, brand, allowLoopback, activity })
  clock.beforeAdvance(() => deliveries.settled())
  const rateCounters = new Map<string, RateCounter>()
  const journal = new Journal()
  const shared = { state, clock, brand, ids: randomIds, allowLoopback, openControl, rateCounters }
  return { ...shared, deliveries, activity, journal }
}

/** @throws HttpError 404 */
export function findOrganization(context: SandboxContext, uuid: string): OrganizationState {
  const organization = context.state.organizations.get(uuid)
  if (!organization) {
    throw new HttpError(404, "NOT_FOUND", `There is no organisation ${uuid}`)
  }
  return organization
}

/** True where the sandbox is to answer as the running service was observed to, not as it is specified. */
export function speaksField(context: Pick<SandboxContext, "state">, point: DialectPoint): boolean {
  return context.state.settings.dialect[point] === "field"
}
