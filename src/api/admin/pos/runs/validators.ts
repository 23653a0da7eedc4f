import { z } from "zod"
import { RUN_ACTIONS, RUN_KINDS, RUN_STATES } from "../../../../contract/processing"
import { idSchema, pageFields } from "../../../utils/schemas"

const kindSchema = z.enum(RUN_KINDS)
const stateSchema = z.enum(RUN_STATES)

/** Query of `GET /admin/pos/runs`; `kind` and `state` may be given several times. */
export const runListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  kind: z.union([kindSchema, z.array(kindSchema)]).optional(),
  state: z.union([stateSchema, z.array(stateSchema)]).optional(),
})

/** Body of `POST /admin/pos/runs/:id/actions`. */
export const runActionBodySchema = z.object({ action: z.enum(RUN_ACTIONS) })
