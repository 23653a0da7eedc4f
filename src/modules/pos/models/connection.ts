import { model } from "@medusajs/framework/utils"
import { ACTIVITY_STATES } from "../../../contract/activity"
import { CONNECTION_STATES, REVIEW_CAUSES, STOCK_POLICIES } from "../../../contract/connection"

/** One organization at the POS, bound to a sales channel, a stock location and a region of the store. */
export const PosConnection = model
  .define("pos_connection", {
    id: model.id({ prefix: "poscon" }).primaryKey(),
    organization_uuid: model.text(),
    organization_name: model.text().nullable(),
    /** the merchant's legal data as receipts print it, see connection-record.ts; null: the POS has named none */
    merchant_details: model.json().nullable(),
    /** the merchant's group, such as a town or a client; null: no group */
    group_name: model.text().nullable(),
    country_code: model.text().nullable(),
    /** lower case, as in Medusa */
    currency_code: model.text(),
    taxation_mode: model.text().nullable(),
    taxation_type: model.text().nullable(),
    time_zone: model.text().nullable(),
    /** time zone of the days by which daily sales were computed; null: not yet, see queries/sales/marks */
    sales_time_zone: model.text().nullable(),
    /** the POS's status of the customer: ACCEPTED when all is well; null when it is not known */
    customer_status: model.text().nullable(),
    state: model.enum([...CONNECTION_STATES]).default("active"),
    /** why it is not active */
    state_reason: model.text().nullable(),
    sales_channel_id: model.text(),
    stock_location_id: model.text(),
    region_id: model.text(),
    stock_sync: model.enum([...STOCK_POLICIES]).default("two_way"),
    contact_email: model.text(),
    client_id: model.text(),
    /** sealed by the keyring, see sealed-secret.ts; null when disconnected or when the merchant signed in */
    api_key_sealed: model.text().nullable(),
    /** the sign-in whose refresh token it uses, see authorization.ts; null when disconnected or with an API key */
    authorization_id: model.text().nullable(),
    /** when the API key expires according to its own claims; null: never, or there is no key */
    credentials_expire_at: model.dateTime().nullable(),
    /** UUIDs of the POS's inventories by type (STORE, SUPPLIER, SOLD, BIN); null without the inventory API */
    inventories: model.json().nullable(),
    /** when the POS answered that it has no low-stock levels, which are then not sent; null: it has not answered so */
    low_stock_unknown_at: model.dateTime().nullable(),
    /** cursor of the purchase list: all purchases up to it are in the inbox */
    purchase_cursor: model.text().nullable(),
    /** circuit breaker: no call is made for this connection before this time */
    circuit_open_until: model.dateTime().nullable(),
    /** the last POS answer that could not be parsed: the call, and the part of the answer; null: none ever */
    misunderstood: model.text().nullable(),
    misunderstood_at: model.dateTime().nullable(),
    last_notification_at: model.dateTime().nullable(),
    /** outbound settings, see outbound-settings.ts; null: the defaults */
    outbound_settings: model.json().nullable(),
    /** true while an initial matching plan waits for the merchant: nothing is pushed */
    push_held: model.boolean().default(false),
    /** store changes up to this time were found by the sweep */
    swept_at: model.dateTime().nullable(),
    /** the last product of the current content check; null: the check starts from the beginning */
    audit_cursor: model.text().nullable(),
    /** when its content was last checked, in part or in full; null: never */
    audited_at: model.dateTime().nullable(),
    /** inbound settings, see inbound-settings.ts; null: the defaults */
    inbound_settings: model.json().nullable(),
    /** sales before this time are not imported; null: since it was first connected */
    receipts_since: model.dateTime().nullable(),
    /** sales before this time never move stock; null: since it was first connected */
    stock_since: model.dateTime().nullable(),
    /** when the newest purchase was last polled; null: never */
    purchases_polled_at: model.dateTime().nullable(),
    /** number of consecutive purchases that polls found without a notification, and since when */
    missed_webhook_count: model.number().default(0),
    webhooks_missed_since: model.dateTime().nullable(),
    /** receipt numbers that the POS does not have either: `[{from, to}]`; null: none */
    purchase_gaps: model.json().nullable(),
    /** a change of the organization that a person must confirm, see connection-record.ts; null: none */
    profile_warning: model.json().nullable(),
    /** timestamp of the stored profile; older profiles are ignored */
    profile_at: model.dateTime().nullable(),
    /** when its data was wiped; the store's earlier orders stay and are not imported again */
    wiped_at: model.dateTime().nullable(),
    /** since when the store has orders whose receipts were wiped; null: there are none */
    orders_since: model.dateTime().nullable(),
  })
  .indexes([{ on: ["organization_uuid"], unique: true, where: "deleted_at IS NULL" }])

/** The webhook subscription of a connection. Its UUID (version 1) is chosen and stored before the create call. */
export const PosSubscription = model
  .define("pos_subscription", {
    id: model.id({ prefix: "possub" }).primaryKey(),
    connection_id: model.text(),
    subscription_uuid: model.text(),
    destination: model.text(),
    event_names: model.array(),
    /**
     * `creating` until the POS has answered, `refused` when it rejected it; then the POS's status: ACTIVE or FAILING
     */
    status: model.text().default("creating"),
    contact_email: model.text(),
    /** when its status was last fetched from the POS */
    checked_at: model.dateTime().nullable(),
    /** when its key last changed; the previous key is accepted for a while */
    rotated_at: model.dateTime().nullable(),
    /** why it fails or had to be created again */
    status_reason: model.text().nullable(),
    /**
     * why missed changes must still be looked for: notifications were lost, or events were added; null: nothing to
     * review
     */
    review_cause: model.enum([...REVIEW_CAUSES]).nullable(),
    /** when the next product review runs, after one that could not be completed; null: immediately */
    review_at: model.dateTime().nullable(),
    /** sealed; null while creating, and where the POS returns none: notifications are then rejected */
    signing_key_sealed: model.text().nullable(),
    /** sealed; still accepted during a rotation */
    previous_signing_key_sealed: model.text().nullable(),
  })
  .indexes([
    { on: ["connection_id"], unique: true, where: "deleted_at IS NULL" },
    { on: ["subscription_uuid"], unique: true },
  ])

/**
 * A merchant's sign-in at the POS (authorization code grant) and its refresh token. A connection references the sign-in
 * that it uses.
 */
export const PosAuthorization = model
  .define("pos_authorization", {
    id: model.id({ prefix: "posauth" }).primaryKey(),
    /** SHA-256 of the state that the browser returns, in hexadecimal */
    state_hash: model.text(),
    /** the user who started it; only this user may finish it */
    actor_id: model.text(),
    /** the connection that is signed in again; null for a new connection */
    connection_id: model.text().nullable(),
    redirect_url: model.text(),
    /** sealed; null once the browser has returned: a sign-in can be finished once */
    code_verifier_sealed: model.text().nullable(),
    /** sealed; rotates with every renewal; null until the code was exchanged */
    refresh_token_sealed: model.text().nullable(),
    /** the sign-in cannot be finished after this time */
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["state_hash"], unique: true, where: "deleted_at IS NULL" }])

/** Audit log entry of a decision: who, what and when. It is kept when a connection's data is wiped. */
export const PosActivity = model
  .define("pos_activity", {
    id: model.id({ prefix: "posact" }).primaryKey(),
    /** null: no connection, or a failed connect */
    connection_id: model.text().nullable(),
    /** `user` or `api-key`, as in Medusa */
    actor_type: model.text(),
    actor_id: model.text(),
    /** the user's email address or the key's title at that time, so that deleted users stay identifiable */
    actor_name: model.text().nullable(),
    /** one of ACTIVITY_KINDS, as text, so that a new kind needs no migration */
    kind: model.text(),
    state: model.enum([...ACTIVITY_STATES]).default("begun"),
    /** the request: selected fields, never the raw body */
    asked: model.json().nullable(),
    /** the values before and after the decision, only those that differ; null: no difference */
    before: model.json().nullable(),
    after: model.json().nullable(),
    begun_at: model.dateTime(),
  })
  .indexes([{ on: ["connection_id", "begun_at", "id"] }, { on: ["begun_at", "id"] }])
