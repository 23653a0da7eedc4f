import { z } from "zod"
import { listSchema, uuidSchema } from "./common"
import { anyPurchaseSchema, purchasePaymentSchema, purchaseRowSchema } from "./purchase"

/** What the books need of a payment's attributes: which kind of card it was, and which gift card. */
const BOOKED_ATTRIBUTES = ["cardtype", "giftcarduuid"]

const keptAttributes = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => BOOKED_ATTRIBUTES.includes(name.toLowerCase())))

/**
 * What the books need of a purchase: its figures, rows and payments, by what kind of card too. Whatever tells of a person,
 * a card, a device or a place goes, and so does what is not known to be harmless.
 */
export const purchaseForBooksSchema = anyPurchaseSchema
  .omit({ userDisplayName: true, userUuid: true, udid: true, gpsCoordinates: true, cashRegister: true })
  .extend({
    products: listSchema(
      purchaseRowSchema
        .omit({ comment: true })
        .extend({ details: z.object({ giftcardUuid: uuidSchema.nullish() }).nullish() })
        .strip()
    ),
    payments: listSchema(
      purchasePaymentSchema
        .extend({
          references: z.object({ refundsPayment: uuidSchema.nullish() }).nullish(),
          attributes: z.record(z.string(), z.unknown()).transform(keptAttributes).nullish(),
        })
        .strip()
    ),
    references: z.object({ checkoutUUID: z.string().nullish() }).nullish(),
  })
  .strip()
