import { z } from "zod"

/** A picture of the shop at the service, as `GET /admin/pos/pictures` tells of it. */
export const pictureSchema = z.looseObject({
  id: z.string(),
  url: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  attempts: z.number(),
  next_attempt_at: z.string().nullable(),
  updated_at: z.string(),
})

export const picturesAnswerSchema = z.looseObject({ pictures: z.array(pictureSchema), count: z.number() })

/** `POST /admin/pos/pictures/retry` */
export const retriedPicturesAnswerSchema = z.looseObject({ pictures: z.number() })

export type Picture = z.infer<typeof pictureSchema>
