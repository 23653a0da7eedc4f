import { posExportMonthWorkflow } from "../../../../../workflows"
import { toNamedIds } from "../../../../utils/audit"
import { defineChange } from "../../../../utils/define-route"
import { exportMonthBodySchema } from "../validators"

/**
 * `POST /admin/pos/exports/month` with `{month, kinds, connection_ids?}` writes the tables of each connection for a
 * month (`YYYY-MM`, days in its organization's time zone) into one zip in the store's file module → 201
 * `{file: {id, url, filename}, files, failed}`. Default: all connections that are active or paused, at most 200. The zip
 * has a folder for each connection. `files`: `{connection_id, kind, filename, rows, general_rates?}`; `failed`:
 * `{connection_id, kind, reason}` of accounting that lacks an account, which `not-exported.txt` in the zip lists, too.
 */
export const POST = defineChange({
  access: "finance",
  body: exportMonthBodySchema,
  audit: {
    kind: "export-month",
    asked: ({ validatedBody: { month, kinds, connection_ids } }) => ({
      month,
      kinds,
      connections: toNamedIds(connection_ids),
    }),
  },
}).handle(async (request, response, note) => {
  const { connection_ids } = request.validatedBody
  const { result } = await posExportMonthWorkflow(request.scope).run({ input: request.validatedBody })
  const [only, ...others] = connection_ids ?? []
  if (only !== undefined && others.length === 0) {
    note(only)
  }
  response.status(201).json(result)
})
