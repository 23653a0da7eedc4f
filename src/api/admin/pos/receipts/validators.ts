import { z } from "@medusajs/framework/zod"
import { PAPER_LANGUAGES } from "../../../../vocabulary/paper"
import { RECEIPT_STATES } from "../../../../vocabulary/receipt"
import { idSchema } from "../../../utils/id-schema"
import { pageFields } from "../../../utils/page-fields"

/** Query of `GET /admin/pos/receipts`. */
export const receiptListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema.optional(),
  order_id: idSchema.optional(),
  purchase_uuid: idSchema.optional(),
  /** the number on the paper */
  purchase_number: z.coerce.number().int().min(0).optional(),
  state: z.enum(RECEIPT_STATES).optional(),
  /** true: refunds only; false: sales only */
  refund: z.union([z.boolean(), z.stringbool()]).optional(),
  /** UTC, inclusive */
  sold_from: z.coerce.date().optional(),
  /** UTC, exclusive */
  sold_to: z.coerce.date().optional(),
})

/** Query of `GET /admin/pos/receipts/:id/paper`. */
export const receiptPaperQuerySchema = z.object({
  /** default: what is read in the organisation's country */
  language: z.enum(PAPER_LANGUAGES).optional(),
  /** true: the file's reader shows its dialogue for printing */
  print: z.union([z.boolean(), z.stringbool()]).optional(),
})

/** Body of `POST /admin/pos/receipts/:id/customer`. */
export const attachCustomerSchema = z
  .strictObject({
    /** a customer of the shop */
    customer_id: idSchema.optional(),
    /** whoever has this address; a new customer when nobody has */
    email: z.email().max(255).optional(),
    /** gives a receipt that is somebody's to another customer */
    replace: z.boolean().optional(),
  })
  .refine(({ customer_id, email }) => (customer_id === undefined) !== (email === undefined), {
    message: "Either `customer_id` or `email`",
  })
