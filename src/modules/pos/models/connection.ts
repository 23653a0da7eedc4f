import { model } from "@medusajs/framework/utils"
import { CONNECTION_STATES, STOCK_POLICIES } from "../../../vocabulary/connection"

/** One merchant organisation of the service, bound to a sales channel, a stock location and a region of the shop. */
export const PosConnection = model
  .define("pos_connection", {
    id: model.id({ prefix: "poscon" }).primaryKey(),
    organization_uuid: model.text(),
    organization_name: model.text().nullable(),
    /** what the merchant files it under, such as a town or a client; null: under nothing */
    group_name: model.text().nullable(),
    country_code: model.text().nullable(),
    /** lower case, as Medusa writes currencies */
    currency_code: model.text(),
    taxation_mode: model.text().nullable(),
    taxation_type: model.text().nullable(),
    time_zone: model.text().nullable(),
    /** whose days the figures of reports are summed up by; null: never yet, see queries/sales/marks */
    sales_zone: model.text().nullable(),
    /** how the service stands to its customer: ACCEPTED when all is well; null where it has not said */
    customer_status: model.text().nullable(),
    state: model.enum([...CONNECTION_STATES]).default("active"),
    /** why it is not active, for a person to read */
    state_reason: model.text().nullable(),
    sales_channel_id: model.text(),
    stock_location_id: model.text(),
    region_id: model.text(),
    stock_policy: model.enum([...STOCK_POLICIES]).default("two-way"),
    contact_email: model.text(),
    client_id: model.text(),
    /** sealed by the keyring, see sealed-secret.ts; null once disconnected, and where the merchant signed in */
    api_key_sealed: model.text().nullable(),
    /** the sign-in whose refresh token it lives by, see authorization.ts; null once disconnected, and with an API key */
    authorization_id: model.text().nullable(),
    /** when the API key ends by its own words; null: never, or there is none */
    credentials_expire_at: model.dateTime().nullable(),
    /** UUIDs of the service's inventories by type (STORE, SUPPLIER, SOLD, BIN); null without an inventory interface */
    inventories: model.json().nullable(),
    /** the service has said then that it keeps no low-stock levels, and is not told of them; null: it has not */
    low_stock_unknown_at: model.dateTime().nullable(),
    /** cursor of the purchase list: everything up to it is in the inbox */
    purchase_cursor: model.text().nullable(),
    /** while set and in the future, no call is made for this connection */
    circuit_open_until: model.dateTime().nullable(),
    /** the last answer of the service that was not understood: the call, and the part of the answer; null: none ever */
    misunderstood: model.text().nullable(),
    misunderstood_at: model.dateTime().nullable(),
    last_notification_at: model.dateTime().nullable(),
    /** how it pushes, see push-settings.ts; null: the defaults */
    push_settings: model.json().nullable(),
    /** true while a first-contact plan waits for the merchant: nothing is pushed */
    push_held: model.boolean().default(false),
    /** the shop's changes up to then have been looked for by their time of change */
    swept_at: model.dateTime().nullable(),
    /** the product up to which the round of content checks has come; null: it begins anew */
    audit_cursor: model.text().nullable(),
    /** its content was checked last then, a part of it or all; null: never */
    audited_at: model.dateTime().nullable(),
    /** choices for the way into the shop, see mirror-settings.ts; null: all as by default */
    mirror_settings: model.json().nullable(),
    /** sales before this moment are not mirrored; null: since it was first connected */
    receipts_since: model.dateTime().nullable(),
    /** sales before this moment never move stock, however late they come; null: since it was first connected */
    stock_since: model.dateTime().nullable(),
    /** the newest purchase was looked for then; null: never */
    purchases_polled_at: model.dateTime().nullable(),
    /** purchases that polls have found one after another, without any notification between them, and since when */
    unheard: model.number().default(0),
    unheard_since: model.dateTime().nullable(),
    /** receipt numbers that the service does not know either: `[{from, to}]`; null: none */
    purchase_gaps: model.json().nullable(),
    /** a change of the organisation that a person must know of, see profile-warning.ts; null: none */
    profile_warning: model.json().nullable(),
    /** the profile is as of then; what was told before is older */
    profile_at: model.dateTime().nullable(),
    /** its data were wiped then; the shop's orders of before stay and are not brought in a second time */
    wiped_at: model.dateTime().nullable(),
    /** the shop still has the orders of sales since then whose receipts were wiped; null: none were */
    orders_since: model.dateTime().nullable(),
  })
  .indexes([{ on: ["organization_uuid"], unique: true, where: "deleted_at IS NULL" }])
