import { z } from "zod"
import { UNLISTED_REASONS } from "../../../../contract/catalog"
import { DATA_AFTER_DISCONNECT } from "../../../../contract/connection"
import { FETCH_KINDS } from "../../../../contract/finance"
import {
  COPIED_SETTINGS,
  inboundSettingsChangeSchema,
  outboundSettingsChangeSchema,
} from "../../../../contract/settings"
import { MAX_IMPORTED_SALES, MAX_SEARCHED_DAYS } from "../../../../contract/sale-search"
import { uuidSchema } from "../../../../pos-api/contract"
import {
  atMostDays,
  codeSearchSchema,
  DAYS_REVERSED,
  daySchema,
  daysInOrder,
  groupNameSchema,
  idSchema,
  pageFields,
  plainTextSchema,
  searchTextSchema,
} from "../../../utils/schemas"

/** Credentials in a body: a pasted API key, or the id of a sign-in. */
export const credentialFields = {
  api_key: z.string().min(1).max(8_192).optional(),
  authorization_id: idSchema.optional(),
}

type Credentials = { api_key?: string | undefined; authorization_id?: string | undefined }

/** Checks that exactly one of the two is given, for `refine`. */
export const isOne = ({ api_key, authorization_id }: Credentials) =>
  (api_key === undefined) !== (authorization_id === undefined)
export const ONE = { message: "name either `api_key` or `authorization_id`", path: ["api_key"] }

/** Address to which the POS writes when notifications fail; default: the option contactEmail. */
export const contactEmailSchema = z.email().max(512).optional()

/** Query of `GET /admin/pos/connections`. */
export const connectionListQuerySchema = z.object({ ...pageFields, group_name: groupNameSchema.optional() })

/** Body of `POST /admin/pos/connections`; the settings are used from the first push on. */
export const connectBodySchema = z
  .object({
    ...credentialFields,
    /** the disconnected connection to connect again; credentials of another organization are then rejected */
    connection_id: idSchema.optional(),
    sales_channel_id: idSchema,
    stock_location_id: idSchema,
    /** a region with the organization's currency */
    region_id: idSchema,
    contact_email: contactEmailSchema,
    outbound_settings: outboundSettingsChangeSchema.optional(),
    inbound_settings: inboundSettingsChangeSchema.optional(),
  })
  .refine(isOne, ONE)

/** Body of `POST /admin/pos/connections/:id/api-key`. */
export const rotateKeyBodySchema = z.object(credentialFields).refine(isOne, ONE)

/** Query of `DELETE /admin/pos/connections/:id`. */
export const disconnectQuerySchema = z.object({
  /** `wipe`: all data of the connection are permanently deleted, as listed by `GET …/:id/disconnect` */
  data: z.enum(DATA_AFTER_DISCONNECT).default("keep"),
  /** also revokes the API key at the POS; false leaves it to the merchant */
  revoke: z.union([z.boolean(), z.stringbool()]).prefault(true),
})

/** Body of `POST /admin/pos/connections/:id/profile`: a region with the new currency, after a change of currency. */
export const confirmProfileBodySchema = z.object({ region_id: idSchema.optional() })

/** Query of `GET /admin/pos/connections/:id/copied-settings`. */
export const copiedSettingsQuerySchema = z.object({ from_connection_id: idSchema })

/** Body of `POST /admin/pos/connections/:id/copied-settings`. */
export const copySettingsBodySchema = z.object({
  from_connection_id: idSchema,
  /** settings to copy; default: all that differ */
  names: z.array(z.enum(COPIED_SETTINGS)).min(1).optional(),
})

/** Body of `POST /admin/pos/connections/:id/group`; null: no group. */
export const groupBodySchema = z.object({ group_name: groupNameSchema.nullable() })

/**
 * Body of `POST /admin/pos/connections/:id/backfill`: a day of the organization, `2025-01-31`, or a moment with its offset.
 */
export const backfillBodySchema = z.object({ since: z.union([z.iso.date(), z.iso.datetime({ offset: true })]) })

/** Body of `POST /admin/pos/connections/:id/fetch-period`: days of the organization, both inclusive. */
export const fetchPeriodBodySchema = z.object({
  from: daySchema("from"),
  to: daySchema("to"),
  kinds: z.array(z.enum(FETCH_KINDS)).min(1),
})

/** Body of `POST /admin/pos/connections/:id/push`. */
export const startPushBodySchema = z.object({ reset: z.boolean().default(false) })

/** Query of `GET /admin/pos/connections/:id/dry-run`; `after` is the `next` of the previous page. */
export const dryRunQuerySchema = z.object({
  after: plainTextSchema.default(""),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Query of `GET /admin/pos/connections/:id/unlisted-products`. */
export const unlistedProductListQuerySchema = z.object({
  ...pageFields,
  reason: z.enum(UNLISTED_REASONS).optional(),
  q: codeSearchSchema.optional(),
})

/** Query of `GET /admin/pos/connections/:id/pos-sales`: days of the organization, both inclusive. */
export const posSalesQuerySchema = z
  .object({ q: searchTextSchema, from: daySchema("from"), to: daySchema("to") })
  .refine(daysInOrder, DAYS_REVERSED)
  .refine(atMostDays(MAX_SEARCHED_DAYS), {
    message: `The POS is searched in at most ${MAX_SEARCHED_DAYS} days`,
    path: ["from"],
  })

/** Body of `POST /admin/pos/connections/:id/import-sales`. */
export const importSalesBodySchema = z.object({ purchase_uuids: z.array(uuidSchema).min(1).max(MAX_IMPORTED_SALES) })
