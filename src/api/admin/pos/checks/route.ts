import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { runChecks } from "../../../../workflows/connection/run-checks"
import type { CheckBody } from "../connections/validators"

/**
 * `POST /admin/pos/checks` `{api_key, region_id?}` → `{checks, organization, reconnects}`: what connecting would find,
 * one by one; nothing is stored. `reconnects` is the organisation's former connection, whose links would be taken up.
 */
export async function POST(request: AuthenticatedMedusaRequest<CheckBody>, response: MedusaResponse): Promise<void> {
  const { checks, organization, reconnects } = await runChecks(request.scope, request.validatedBody)
  const shown = organization && {
    uuid: organization.uuid,
    name: organization.name ?? null,
    country_code: organization.country?.toLowerCase() ?? null,
    currency_code: organization.currency?.toLowerCase() ?? null,
    time_zone: organization.timeZone ?? null,
  }
  response.json({ checks, organization: shown, reconnects })
}
