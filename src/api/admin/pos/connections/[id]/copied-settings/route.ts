import { posCopySettingsWorkflow } from "../../../../../../workflows"
import { previewCopiedSettings } from "../../../../../../workflows/connection/copy-settings"
import { pathId } from "../../../../../utils/id-schema"
import { copiedSettingsRoute, copySettingsRoute } from "../../settings-middlewares"

/**
 * `GET …/connections/:id/copied-settings?from_connection_id` → `{changes, left_out}`: what copying the settings of another
 * connection to this one would change (`{name, before, after}` of each that differs), and what does not fit here
 * (`{name, reason}`: `other-currency`, `other-country`, `no-inventory`). Nothing is changed. Never copied: credentials, contact,
 * sales channel, stock location, region, closed days of the books and numbers at DATEV. 404 when one of the two is
 * unknown, 400 when they are the same.
 */
export const GET = copiedSettingsRoute.handle(async (request, response) => {
  const input = { connection_id: pathId(request), ...request.validatedQuery }
  const { changes, left_out } = await previewCopiedSettings(request.scope, input)
  response.json({ changes, left_out })
})

/**
 * `POST …/connections/:id/copied-settings` with `{from_connection_id, names?}` copies them, all that differ or those that
 * are named → `{changes, left_out, run_id}`: what was changed, and the run that brings the counter in line.
 */
export const POST = copySettingsRoute.handle(async (request, response) => {
  const { from_connection_id, names } = request.validatedBody
  const { result } = await posCopySettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), from_connection_id, ...(names ? { names } : {}) },
  })
  response.json(result)
})
