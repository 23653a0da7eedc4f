import { z } from "zod"
import { LANGUAGE_CODES } from "../../../../contract/languages"
import { PAYMENT_MEANS, RECEIPT_STATES } from "../../../../contract/receipts"
import { idSchema, pageFields, plainTextSchema } from "../../../utils/schemas"

const textSchema = plainTextSchema.trim().min(1).max(255)

/** Query of `GET /admin/pos/receipts`. */
export const receiptListQuerySchema = z
  .object({
    ...pageFields,
    connection_id: idSchema.optional(),
    order_id: idSchema.optional(),
    purchase_uuid: idSchema.optional(),
    /** the printed receipt number */
    purchase_number: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
    state: z.enum(RECEIPT_STATES).optional(),
    /** true: refunds only; false: sales only */
    refund: z.union([z.boolean(), z.stringbool()]).optional(),
    /** UTC, inclusive */
    sold_from: z.coerce.date().optional(),
    /** UTC, exclusive */
    sold_to: z.coerce.date().optional(),
    /** part of a product's title or SKU, or a barcode; needs `connection_id` */
    product: textSchema.optional(),
    /** method of one of its payments; needs `connection_id` */
    payment: z.enum(PAYMENT_MEANS).optional(),
    /** name of the cashier; needs `connection_id`, and the right `pos:finance` */
    cashier: textSchema.optional(),
  })
  .refine(
    ({ connection_id, product, payment, cashier }) =>
      connection_id !== undefined || (product ?? payment ?? cashier) === undefined,
    { message: "`product`, `payment` and `cashier` need `connection_id`", path: ["connection_id"] }
  )

/** Query of `GET /admin/pos/receipts/cashiers`. */
export const cashierListQuerySchema = z.object({ connection_id: idSchema })

/** Query of `GET /admin/pos/receipts/:id/document`. */
export const receiptPaperQuerySchema = z.object({
  /** default: the language of the organization's country */
  language: z.enum(LANGUAGE_CODES).optional(),
  /** true: the PDF reader opens its print dialog */
  print: z.union([z.boolean(), z.stringbool()]).optional(),
})

/** Body of `POST /admin/pos/receipts/:id/customer`. */
export const attachCustomerSchema = z
  .strictObject({
    /** a customer of the store */
    customer_id: idSchema.optional(),
    /** the customer with this address; a new one when there is none */
    email: z.email().max(255).optional(),
    /** also reassigns a receipt that belongs to another customer */
    replace: z.boolean().optional(),
  })
  .refine(({ customer_id, email }) => (customer_id === undefined) !== (email === undefined), {
    message: "Either `customer_id` or `email`",
  })
