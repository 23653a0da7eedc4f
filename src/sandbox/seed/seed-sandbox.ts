import { SCOPES } from "../../pos-api/contract"
import { createApiKey } from "../oauth/credentials"
import type { SandboxContext } from "../context/sandbox-context"
import { openOrganization } from "./open-organization"
import { type SeedInput, seedSchema } from "./seed-input"
import { seedOrganization } from "./seed-organization"

/** Makes a Swedish shop with goods and receipts in an empty sandbox; one that knows a shop is left as it is. */
export function seedSandbox(context: SandboxContext, input: Partial<SeedInput>) {
  if (context.state.organizations.size > 0) {
    return null
  }
  const profile = { name: "Åsas Butik", country: "SE", currency: "SEK", timeZone: "Europe/Stockholm" }
  const taxation = { taxationMode: "INCLUSIVE", taxationType: "VAT" }
  const organization = openOrganization(context, { ...profile, ...taxation })
  seedOrganization(context, organization, seedSchema.parse(input))
  const { apiKey, organizationUuid } = createApiKey(context, organization, [...SCOPES])
  return { apiKey, organizationUuid }
}
