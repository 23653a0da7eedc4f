import { z } from "zod"

/** A price in minor units, an image's address, or nothing. */
const valueSchema = z.union([z.looseObject({ amount: z.number(), currencyId: z.string() }), z.string()]).nullable()

/** A product whose change is held, or was sent before the hold opened. `GET /admin/pos/held-changes` */
export const heldChangeSchema = z.looseObject({
  id: z.string(),
  product_id: z.string(),
  title: z.string(),
  change_group: z.string(),
  state: z.string(),
  changes: z.array(
    z.looseObject({
      kind: z.string(),
      variant_uuid: z.string().nullable(),
      variant: z.string().nullable(),
      before: valueSchema,
      after: valueSchema,
    })
  ),
  reason: z.string().nullable(),
  noted_at: z.string(),
})

const holdSchema = z.looseObject({
  id: z.string(),
  change_group: z.string(),
  opened_at: z.string(),
  held: z.number(),
  restoring: z.number(),
  /** sent before the limit was reached */
  sent: z.number(),
})

const expectedSchema = z.looseObject({
  id: z.string(),
  change_group: z.string(),
  products: z.number(),
  ends_at: z.string(),
})

export const heldChangesAnswerSchema = z.looseObject({
  held_changes: z.array(heldChangeSchema),
  holds: z.array(holdSchema),
  expected: z.array(expectedSchema),
  count: z.number(),
})

/** `POST /admin/pos/held-changes/decide` */
export const heldDecidedAnswerSchema = z.looseObject({ decided: z.number() })

/** `POST /admin/pos/held-changes/expect` */
export const expectedAnswerSchema = z.looseObject({ expected: expectedSchema.omit({ id: true }).loose() })

export type HeldChange = z.infer<typeof heldChangeSchema>
export type Hold = z.infer<typeof holdSchema>
export type ExpectedChange = z.infer<typeof expectedSchema>
