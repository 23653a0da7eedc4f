import { randomBytes } from "node:crypto"
import { v1 as uuidVersion1 } from "uuid"
import { WEBHOOK_TRANSPORT } from "../../../../src/pos-api/contract"
import type { SandboxContext } from "../context/sandbox-context"
import type { OrganizationState, StoredSubscription } from "../state/organization"

type Wanted = Pick<StoredSubscription, "eventNames" | "destination" | "contactEmail" | "owner"> & {
  /** made at random without */
  signingKey?: string | undefined
  isListener?: boolean
}

/** Subscribes without a test message: who is to receive it may well start after the sandbox. */
export function addSubscription(
  context: SandboxContext,
  organization: OrganizationState,
  { signingKey = randomBytes(32).toString("base64url"), ...wanted }: Wanted
): StoredSubscription {
  const subscription: StoredSubscription = {
    uuid: uuidVersion1(),
    transportName: WEBHOOK_TRANSPORT,
    updated: context.clock.now().toISOString(),
    status: "ACTIVE",
    ...wanted,
    signingKey,
  }
  organization.subscriptions.set(subscription.uuid, subscription)
  organization.knownDestinations.add(subscription.destination)
  return subscription
}
