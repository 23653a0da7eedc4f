import { v4 as uuidVersion4 } from "uuid"
import type { SandboxContext } from "../context/sandbox-context"
import type { Credential, OrganizationState } from "../state/organization"
import { issueApiKey } from "./tokens"

/** Makes an API key as a merchant does on the service's page. */
export function createApiKey(context: SandboxContext, organization: OrganizationState, scopes: string[]) {
  const credential: Credential = {
    id: uuidVersion4(),
    kind: "api-key",
    clientId: uuidVersion4(),
    scopes,
    revoked: false,
  }
  organization.credentials.set(credential.id, credential)
  const apiKey = issueApiKey(context, { organization, credential })
  return { organizationUuid: organization.uuid, clientId: credential.clientId, keyId: credential.id, apiKey }
}

/** Ends a credential and tells subscribers: a key was deleted, or an application was disconnected (spec "Events"). */
export function revokeCredential(
  context: SandboxContext,
  organization: OrganizationState,
  credential: Credential,
  eventName: "PersonalAssertionDeleted" | "ApplicationConnectionRemoved"
): void {
  credential.revoked = true
  delete credential.refreshToken
  const odd = context.state.settings.credentialsRemovedForm === "odd"
  context.deliveries.publish(organization, odd ? "ApplicationConnectionRemoved" : eventName, { type: eventName })
}
