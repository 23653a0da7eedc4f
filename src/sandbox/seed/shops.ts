import type { SandboxContext } from "../context/sandbox-context"
import { issueApiKey } from "../oauth/tokens"

/** An organisation, and a key to it. */
export type OpenShop = {
  name: string
  currency: string
  organizationUuid: string
  clientId: string
  apiKey: string
}

/** Every organisation that has a key, with the first one that is valid. */
export function openShops(context: SandboxContext): OpenShop[] {
  return [...context.state.organizations.values()].flatMap((organization) => {
    const { uuid, profile, credentials } = organization
    const credential = [...credentials.values()].find(({ kind, revoked }) => kind === "api-key" && !revoked)
    const apiKey = credential && issueApiKey(context, { organization, credential })
    const { name, currency } = profile
    return apiKey
      ? [{ name: name ?? "", currency: currency ?? "", organizationUuid: uuid, clientId: credential.clientId, apiKey }]
      : []
  })
}
