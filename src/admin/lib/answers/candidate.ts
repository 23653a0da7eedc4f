import { z } from "zod"

/** A product that was made at the counter and that the shop does not have. */
export const candidateSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  found_at: z.string(),
  category: z.string().nullable(),
  /** the shop's product, once it has one */
  product_id: z.string().nullable(),
  /** the product of the shop that it may be; confidence in percent */
  suggestion: z
    .looseObject({ product_id: z.string(), title: z.string(), matched_by: z.string(), confidence: z.number() })
    .nullable(),
  variants: z.array(
    z.looseObject({
      variant_uuid: z.string(),
      /** minor units */
      price: z.number().nullable(),
      currency_code: z.string().nullable(),
    })
  ),
})

/** `GET /admin/pos/product-candidates` */
export const candidatesAnswerSchema = z.looseObject({
  product_candidates: z.array(candidateSchema),
  count: z.number(),
})

/** `POST /admin/pos/product-candidates/adopt` */
export const adoptedAnswerSchema = z.looseObject({
  adopted: z.array(z.looseObject({ id: z.string(), product_id: z.string() })),
  failed: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
})

/** `POST /admin/pos/product-candidates/ignore` */
export const ignoredAnswerSchema = z.looseObject({ changed: z.number() })

export type Candidate = z.infer<typeof candidateSchema>
