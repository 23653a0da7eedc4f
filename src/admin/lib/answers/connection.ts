import { z } from "zod"
import { URGENCIES } from "../../../contract/monitoring"
import { chosenInboundSettingsSchema, outboundSettingsSchema } from "../../../contract/settings"

export const productLinkCountsSchema = z.looseObject({
  total: z.number(),
  synced: z.number(),
  rejected: z.number(),
  pending: z.number(),
})

/** A connection as `GET /admin/pos/connections` returns it. */
export const connectionSchema = z.looseObject({
  id: z.string(),
  organization_uuid: z.string(),
  organization_name: z.string().nullable(),
  /** what it is filed under */
  group_name: z.string().nullable(),
  country_code: z.string().nullable(),
  /** lower case */
  currency_code: z.string(),
  time_zone: z.string().nullable(),
  taxation_mode: z.string().nullable(),
  state: z.string(),
  state_reason: z.string().nullable(),
  sales_channel_id: z.string(),
  stock_location_id: z.string(),
  region_id: z.string(),
  stock_sync: z.string(),
  /** only what was chosen */
  inbound_settings: z.looseObject({ additional_stock_location_ids: z.array(z.string()).optional() }).nullish(),
  /** the POS has said then that it keeps no low-stock levels */
  low_stock_unknown_at: z.string().nullish(),
  /** true while a first-contact plan waits for the merchant */
  push_held: z.boolean().optional(),
  contact_email: z.string(),
  /** the organization has changed at the POS, and waits for a person to have seen it */
  profile_warning: z.looseObject({ kind: z.string(), after: z.string().nullable(), message: z.string() }).nullish(),
  /** status of the merchant at the POS; "ACCEPTED" when all is well */
  customer_status: z.string().nullish(),
  credentials_expire_at: z.string().nullish(),
  /** "api-key" or "sign-in"; null once disconnected */
  credentials: z.string().nullable(),
  created_at: z.string(),
  product_links: productLinkCountsSchema,
})

export const connectionAnswerSchema = z.looseObject({ connection: connectionSchema })

/** `plan_id` where the POS has products already: nothing is pushed until the plan is applied. */
export const connectedAnswerSchema = z.looseObject({
  connection: connectionSchema,
  run_id: z.string().nullable(),
  plan_id: z.string().nullish(),
})

export const connectionsAnswerSchema = z.looseObject({ connections: z.array(connectionSchema), count: z.number() })

/** `GET /admin/pos/connections/:id/health` */
export const healthAnswerSchema = z.looseObject({
  health: z.looseObject({
    subscription_status: z.string().nullable(),
    subscription_destination: z.string().nullable(),
    inbox_pending: z.number(),
    inbox_dead: z.number(),
    inbox_received_today: z.number(),
    inbox_oldest_pending_at: z.string().nullable(),
    last_polled_at: z.string().nullable(),
    last_notification_at: z.string().nullable(),
    circuit_open_until: z.string().nullable(),
    products_due: z.number(),
    stock_due: z.number(),
    stock_errors: z.number(),
    last_receipt_at: z.string().nullable(),
    refused_notifications: z.number(),
    refused_since: z.string().nullable(),
    last_refused_at: z.string().nullable(),
    /** for connections that there are none of, store-wide */
    unaddressed_notifications: z.number(),
    unaddressed_since: z.string().nullable(),
  }),
})

/** `GET /admin/pos/service` */
export const serviceAnswerSchema = z.looseObject({
  service: z.looseObject({
    configured: z.boolean(),
    brand: z.string(),
    key_page_url: z.string().nullable(),
    /** merchants may sign in at the POS instead of pasting a key */
    can_sign_in: z.boolean(),
    /** defaults of a new connection */
    defaults: z.looseObject({
      outbound_settings: outboundSettingsSchema,
      inbound_settings: chosenInboundSettingsSchema,
    }),
    required_scopes: z.array(z.string()),
    recommended_scopes: z.array(z.string()),
    public_url: z.string().nullable(),
    contact_email: z.string().nullable(),
    can_seal: z.boolean(),
    writes_stock: z.boolean(),
  }),
})

/** `POST /admin/pos/checks` */
export const checksAnswerSchema = z.looseObject({
  checks: z.array(
    z.looseObject({
      name: z.string(),
      state: z.enum(["passed", "notice", "failed", "skipped"]),
      message: z.string().nullable(),
      code: z.string().nullable(),
      /** the connection that the organization has already */
      connection_id: z.string().nullable(),
    })
  ),
  organization: z
    .looseObject({
      name: z.string().nullable(),
      currency_code: z.string().nullable(),
      time_zone: z.string().nullable(),
    })
    .nullable(),
  reconnects: z.string().nullable(),
})

/** `POST /admin/pos/authorizations`: where to send the browser */
export const signInAnswerSchema = z.looseObject({ url: z.url() })

/** `POST /admin/pos/authorizations/complete` */
export const signedInAnswerSchema = z.looseObject({
  authorization_id: z.string(),
  /** the connection that is signed in again; null for one that is still to be made */
  connection_id: z.string().nullable(),
})

/** `POST /admin/pos/connections/:id/test-notification` */
export const testedAnswerSchema = z.looseObject({ milliseconds: z.number() })

/** `GET /admin/pos/connections/:id/disconnect`: rows of each kind of data, and what of the store stays */
export const disconnectPreviewAnswerSchema = z.looseObject({
  preview: z.looseObject({
    wiped: z.record(z.string(), z.number()),
    details_erased_after_months: z.number().nullable(),
    kept: z.looseObject({ orders: z.number(), products: z.number() }),
  }),
})

/** `GET /admin/pos/reachability`: addresses of the POS API that do not answer, the longest outage first */
export const reachabilityAnswerSchema = z.looseObject({
  outages: z.array(z.looseObject({ address: z.string(), since: z.string(), reason: z.string() })),
  waiting: z.object({ products: z.number(), variants: z.number() }).nullable(),
})

/** `GET /admin/pos/issues` */
export const issuesAnswerSchema = z.looseObject({
  issues: z.array(
    z.looseObject({
      connection_id: z.string(),
      organization_name: z.string().nullable(),
      kind: z.string(),
      urgency: z.enum(URGENCIES).catch("hint"),
      count: z.number(),
      reason: z.string().nullable(),
      since: z.string().nullable(),
    })
  ),
})

export type Connection = z.infer<typeof connectionSchema>
export type Health = z.infer<typeof healthAnswerSchema>["health"]
export type Service = z.infer<typeof serviceAnswerSchema>["service"]
export type Checks = z.infer<typeof checksAnswerSchema>
export type Issue = z.infer<typeof issuesAnswerSchema>["issues"][number]
export type DisconnectPreview = z.infer<typeof disconnectPreviewAnswerSchema>["preview"]

/** `GET /admin/pos/connections/:id/outbound-settings`: how a connection pushes. */
export const outboundSettingsAnswerSchema = z.looseObject({ outbound_settings: outboundSettingsSchema })

/** `GET /admin/pos/connections/:id/inbound-settings`: what happens to data that the POS sends. */
export const inboundSettingsAnswerSchema = z.looseObject({
  inbound_settings: chosenInboundSettingsSchema,
  /** not of a change */
  proposed_time_zone: z.string().nullish(),
})

/** `GET` and `POST /admin/pos/connections/:id/copied-settings`: what differs, and what does not fit */
export const copiedSettingsAnswerSchema = z.looseObject({
  changes: z.array(z.looseObject({ name: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })),
  left_out: z.array(z.looseObject({ name: z.string(), reason: z.string() })),
})

export type CopiedSettings = z.infer<typeof copiedSettingsAnswerSchema>
