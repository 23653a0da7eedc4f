import { z } from "@medusajs/framework/zod"
import { PICTURE_STATES } from "../../../../contract/catalog"
import { idSchema, pageFields } from "../../../utils/schemas"

/** Query of `GET /admin/pos/pictures`. */
export const pictureListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  state: z.enum(PICTURE_STATES).optional(),
})

/** Body of `POST /admin/pos/pictures/retry`. */
export const retryPicturesBodySchema = z.object({ connection_id: idSchema })
