import { z } from "zod"
import { HOLD_DECISIONS, MASS_CHANGE_GROUPS, MAX_EXPECTED_MINUTES } from "../../../../contract/mass-changes"
import { idSchema, idsSchema, pageFields } from "../../../utils/schemas"

/** The most products of one expected mass change. */
const MAX_EXPECTED_PRODUCTS = 1_000_000

const DEFAULT_EXPECTED_MINUTES = 60

/** Query of `GET /admin/pos/held-changes`. */
export const heldChangeListQuerySchema = z.object({
  ...pageFields,
  connection_id: idSchema,
  /** the group whose changes are listed; default: that of the latest hold */
  change_group: z.enum(MASS_CHANGE_GROUPS).optional(),
})

/** Body of `POST /admin/pos/held-changes/decide`; without ids all of the group. */
export const decideHeldChangesBodySchema = z.object({
  connection_id: idSchema,
  change_group: z.enum(MASS_CHANGE_GROUPS),
  decision: z.enum(HOLD_DECISIONS),
  ids: idsSchema.optional(),
})

/** Body of `POST /admin/pos/held-changes/expect`. */
export const expectMassChangeBodySchema = z.object({
  connection_id: idSchema,
  change_group: z.enum(MASS_CHANGE_GROUPS),
  /** number of products that may change beyond the limit */
  products: z.number().int().min(1).max(MAX_EXPECTED_PRODUCTS),
  minutes: z.number().int().min(1).max(MAX_EXPECTED_MINUTES).default(DEFAULT_EXPECTED_MINUTES),
})
