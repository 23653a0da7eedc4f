import { z } from "@medusajs/framework/zod"
import { ACTIVITY_KINDS, ACTIVITY_STATES } from "../../../../contract/activity"
import { idSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/activities`. */
export const activityListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  kind: z.enum(ACTIVITY_KINDS).optional(),
  state: z.enum(ACTIVITY_STATES).optional(),
})
