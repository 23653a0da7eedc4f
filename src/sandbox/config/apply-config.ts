import type { SandboxContext } from "../context/sandbox-context"
import { addSubscription } from "../deliveries/add-subscription"
import { isAllowedDestination } from "../deliveries/post-notification"
import { newFault } from "../faults/fault"
import { changeBudgets } from "../faults/rate-budget"
import { HttpError } from "../http/http-error"
import { createApiKey } from "../oauth/credentials"
import { ringUpSale } from "../purchases/ring-up"
import { openOrganization } from "../seed/open-organization"
import { seedOrganization } from "../seed/seed-organization"
import type { OrganizationState } from "../state/organization"
import { changeSettings } from "../state/settings"
import type { ConfiguredSubscription, OpenedOrganization, SettledConfig } from "./config-schema"
import { ConfigError } from "./config-error"
import { layOut } from "./lay-out"
import { basketOf } from "./basket-of"

/** How the sandbox behaves, by its configuration; a sandbox that was kept in a file is told again, too. */
export function applyBehaviour(context: SandboxContext, { dialect, settings, budgets, faults }: SettledConfig): void {
  context.state.settings = changeSettings(context.state.settings, { ...settings, ...(dialect ? { dialect } : {}) })
  changeBudgets(context.state.budgets, budgets ?? {})
  context.state.faults = faults ? faults.map(newFault) : context.state.faults
}

/**
 * Opens the organisations of a configuration, each with its goods, receipts and subscriptions. Nobody is told of what is
 * there from the beginning.
 * @throws ConfigError naming what the sandbox refuses
 */
export function openOrganizations(context: SandboxContext, organizations: readonly OpenedOrganization[]): void {
  organizations.forEach((one, position) => {
    const { goods, receipts, seed, subscriptions, scopes, ...input } = one
    const path = ["organizations", position]
    const organization = openOrganization(context, input)
    const { keyId } = createApiKey(context, organization, scopes)
    if (seed) {
      refusing([...path, "seed"], () => seedOrganization(context, organization, seed))
    }
    goods.forEach((piece, index) => refusing([...path, "goods", index], () => layOut(context, organization, piece)))
    receipts.forEach((receipt, index) =>
      refusing([...path, "receipts", index], () => ringUpSale(context, organization, basketOf(organization, receipt)))
    )
    subscriptions.forEach((subscription, index) =>
      refusing([...path, "subscriptions", index], () => subscribe(context, organization, keyId, subscription))
    )
  })
}

/** No test message goes out: who is to receive it may well start after the sandbox. */
function subscribe(
  context: SandboxContext,
  organization: OrganizationState,
  owner: string,
  input: ConfiguredSubscription
): void {
  if (!isAllowedDestination(input.destination, context.allowLoopback)) {
    throw new HttpError(422, "UNPROCESSABLE", "destination: a public HTTPS address is needed, or allowLoopback: true")
  }
  addSubscription(context, organization, { ...input, owner })
}

function refusing(path: readonly (string | number)[], work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof HttpError)) {
      throw error
    }
    const [violation] = error.violations
    const reason = violation ? `${violation.propertyName}: ${violation.developerMessage}` : error.message
    throw new ConfigError("The configuration", [{ path, message: reason }])
  }
}
