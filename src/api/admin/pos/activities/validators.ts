import { z } from "@medusajs/framework/zod"
import { ACTIVITY_KINDS, ACTIVITY_STATES } from "../../../../vocabulary/activity"
import { idSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/activities`. */
export const activityListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  kind: z.enum(ACTIVITY_KINDS).optional(),
  state: z.enum(ACTIVITY_STATES).optional(),
})
