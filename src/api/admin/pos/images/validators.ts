import { z } from "zod"
import { IMAGE_STATES } from "../../../../contract/catalog"
import { idSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/images`. */
export const imageListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(IMAGE_STATES).optional(),
})

/** Body of `POST /admin/pos/images/retry`. */
export const retryImagesBodySchema = z.object({ connection_id: idSchema })
