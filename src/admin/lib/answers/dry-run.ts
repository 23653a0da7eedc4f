import { z } from "zod"

/** `GET /admin/pos/connections/:id/dry-run`: what a full sync would do. */
export const dryRunAnswerSchema = z.looseObject({
  entries: z.array(
    z.looseObject({
      product_id: z.string(),
      title: z.string().nullable(),
      action: z.string(),
      changes: z.array(z.looseObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      reasons: z.array(z.string()),
      notes: z.array(z.string()),
    })
  ),
  next: z.string().nullable(),
})

export type DryRunEntry = z.infer<typeof dryRunAnswerSchema>["entries"][number]
