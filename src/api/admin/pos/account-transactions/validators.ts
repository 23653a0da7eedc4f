import { z } from "zod"
import { ACCOUNT_TYPE_GROUPS, minorUnitsSchema, uuidSchema } from "../../../../pos-api/contract"
import {
  idSchema,
  inOrder,
  longListPageFields,
  momentSchema,
  plainTextSchema,
  REVERSED,
  shortEnough,
  TOO_LONG,
} from "../../../utils/schemas"

/** The connection and which of its two accounts. */
export const accountFields = { connection_id: idSchema, group: z.enum(ACCOUNT_TYPE_GROUPS).default("liquid") }

const flagSchema = z.preprocess((text) => (text === "true" ? true : text === "false" ? false : text), z.boolean())

/** Query of `GET /admin/pos/account-transactions`. */
export const accountTransactionListQuerySchema = z
  .object({
    ...longListPageFields,
    ...accountFields,
    type: plainTextSchema.min(1).max(64).optional(),
    originating_uuid: uuidSchema.optional(),
    payout_id: idSchema.optional(),
    open: flagSchema.optional(),
    without_receipt: flagSchema.optional(),
    from: momentSchema.optional(),
    to: momentSchema.optional(),
    order: z.enum(["occurred_at", "-occurred_at"]).default("-occurred_at"),
  })
  .refine(inOrder, REVERSED)

/** Query of `GET /admin/pos/account-transactions/accounts`. */
export const accountListQuerySchema = z.object({ connection_id: idSchema })

/** Body of `POST /admin/pos/account-transactions/accounts/:id`. */
export const accountBodySchema = z.object({
  /** balance that the POS keeps in the account at a payout, in minor units */
  minimum_balance: minorUnitsSchema.min(0).max(Number.MAX_SAFE_INTEGER),
})

/** Body of `POST /admin/pos/account-transactions/pull`; without a period all new transactions are read. */
export const pullBodySchema = z.object({
  ...accountFields,
  period: z
    .object({ from: momentSchema, to: momentSchema })
    .refine(inOrder, REVERSED)
    .refine(shortEnough, TOO_LONG)
    .optional(),
})
