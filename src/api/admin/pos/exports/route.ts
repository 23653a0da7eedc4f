import { PosError } from "../../../../modules/pos/errors"
import { posExportTableWorkflow } from "../../../../workflows"
import { isTimeZone } from "../../../../contract/time"
import { exportBodySchema } from "./validators"
import { connectionOfBody } from "../../../utils/audit"
import { defineChange } from "../../../utils/define-route"

/**
 * `POST /admin/pos/exports` with `{connection_id, kind, from, to, time_zone?}` writes a table as CSV to the store's
 * file module → 201 `{file: {id, url, filename}, rows, sums, other_currencies, general_rates?}`. `from` and `to` are
 * days in the time zone (default: the organization's), both inclusive. `sums` are those of the amount columns in minor
 * units, of rows in the organization's currency; `other_currencies` has those of each former currency;
 * `general_rates` of accounting exports: VAT rates in percent without accounts of their own, where other rates have
 * them. 400 for a period that is reversed or longer than three years and a day, and for an unknown time zone.
 */
export const POST = defineChange({
  access: "finance",
  body: exportBodySchema,
  audit: {
    kind: "export",
    connectionId: connectionOfBody,
    asked: ({ validatedBody: { kind, from, to, time_zone } }) => ({ kind, from, to, time_zone }),
  },
}).handle(async (request, response) => {
  const { time_zone } = request.validatedBody
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    throw new PosError(
      "pos_time_zone_unknown",
      `"${time_zone}" is not a time zone. Use a name such as Europe/Stockholm.`
    )
  }
  const { result } = await posExportTableWorkflow(request.scope).run({ input: request.validatedBody })
  response.status(201).json(result)
})
