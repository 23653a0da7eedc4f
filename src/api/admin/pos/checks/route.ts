import { runChecks } from "../../../../features/connection"
import { notAudited } from "../../../utils/audit"
import { defineChange } from "../../../utils/define-route"
import { z } from "zod"
import { idSchema } from "../../../utils/schemas"
import { contactEmailSchema, credentialFields, isOne, ONE } from "../connections/validators"

/** Body of `POST /admin/pos/checks`. */
export const checkBodySchema = z
  .object({
    ...credentialFields,
    /** a region whose currency is compared with the organization's; without it only the organization's is returned */
    region_id: idSchema.optional(),
    contact_email: contactEmailSchema,
  })
  .refine(isOne, ONE)

/**
 * `POST /admin/pos/checks` `{api_key, region_id?}` → `{checks, organization, reconnects}`: the results of connect's
 * checks; nothing is stored. `reconnects` is the organization's former connection, whose links would be used again;
 * `connection_id` of a check is the organization's existing connection.
 */
export const POST = defineChange({
  access: "manage",
  body: checkBodySchema,
  audit: notAudited("nothing is stored"),
}).handle(async (request, response) => {
  const { checks, organization, reconnects } = await runChecks(request.scope, request.validatedBody)
  const shownOrganization = organization && {
    uuid: organization.uuid,
    name: organization.name ?? null,
    country_code: organization.country?.toLowerCase() ?? null,
    currency_code: organization.currency?.toLowerCase() ?? null,
    time_zone: organization.timeZone ?? null,
  }
  response.json({ checks, organization: shownOrganization, reconnects })
})
