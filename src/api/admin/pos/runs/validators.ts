import { z } from "@medusajs/framework/zod"
import { RUN_ACTIONS } from "../../../../vocabulary/run"
import { idSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/runs`. */
export const runListQuerySchema = z.object({ ...pageFields, connection_id: idSchema.optional() })

/** Body of `POST /admin/pos/runs/:id/actions`. */
export const runActionBodySchema = z.object({ action: z.enum(RUN_ACTIONS) })
