import { posCopySettingsWorkflow } from "../../../../../../workflows"
import { previewCopiedSettings } from "../../../../../../features/connection"
import { pathId } from "../../../../../utils/schemas"
import { copiedSettingsQuerySchema, copySettingsBodySchema } from "../../validators"
import { defineRead, defineChange } from "../../../../../utils/define-route"
import { connectionOfPath } from "../../../../../utils/audit"
import { getSettings } from "../../present"

/**
 * `GET …/connections/:id/copied-settings?from_connection_id` → `{changes, left_out}`: previews copying the settings of
 * another connection to this one. `changes` has `{name, before, after}` of each setting that differs, `left_out` those
 * that do not fit (`{name, reason}`: `other-currency`, `other-country`, `no-inventory`). Nothing is changed. Never
 * copied: credentials, contact, sales channel, stock location, region, closed accounting days and DATEV numbers. 404
 * when one of the two is unknown, 400 when they are the same.
 */
export const GET = defineRead({
  access: "view",
  query: copiedSettingsQuerySchema,
}).handle(async (request, response) => {
  const input = { connection_id: pathId(request), ...request.validatedQuery }
  const { changes, left_out } = await previewCopiedSettings(request.scope, input)
  response.json({ changes, left_out })
})

/**
 * `POST …/connections/:id/copied-settings` with `{from_connection_id, names?}` copies the named settings, default: all
 * that differ → `{changes, left_out, run_id}`: the changes, and the run that updates the POS.
 */
export const POST = defineChange({
  access: "manage",
  body: copySettingsBodySchema,
  audit: {
    kind: "copy-settings",
    connectionId: connectionOfPath,
    asked: ({ validatedBody: { from_connection_id, names } }) => ({ from_connection_id, names }),
    watch: getSettings,
  },
}).handle(async (request, response) => {
  const { from_connection_id, names } = request.validatedBody
  const { result } = await posCopySettingsWorkflow(request.scope).run({
    input: { connection_id: pathId(request), from_connection_id, names },
  })
  response.json(result)
})
