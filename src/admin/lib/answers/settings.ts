import { z } from "zod"

const digestRecipientSchema = z.looseObject({
  channel: z.string(),
  to: z.string(),
  hour: z.number(),
  time_zone: z.string(),
  language: z.string(),
  /** null: none was due yet */
  last: z
    .looseObject({
      day: z.string(),
      sent_at: z.string().nullable(),
      failure: z.string().nullable(),
    })
    .nullable(),
})

/** A recipient of the daily digest. */
export type DigestRecipient = z.infer<typeof digestRecipientSchema>

/** The daily digest as `GET /admin/pos/digest` returns it. */
export const digestAnswerSchema = z.looseObject({
  digest: z.looseObject({
    recipients: z.array(digestRecipientSchema),
    preview: z.looseObject({ language: z.string(), subject: z.string(), text: z.string() }),
  }),
})
