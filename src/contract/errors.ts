/** Medusa's error types that the plugin uses. Medusa answers each with one HTTP status. */
export const ERROR_STATUSES = {
  invalid_data: 400,
  not_allowed: 400,
  not_found: 404,
  too_many_requests: 429,
  unexpected_state: 500,
  invalid_argument: 500,
} as const

/** A code that callers can rely on, beside Medusa's `type`. The message may change; the code does not. */
type ErrorDeclaration = { type: keyof typeof ERROR_STATUSES; meaning: string; remedy: string }

/** Every error that the plugin's routes and workflows report. `docs/reference/errors.md` is generated from it. */
export const ERRORS = {
  pos_request_invalid: {
    type: "invalid_data",
    meaning: "The query or the body of the request does not have the documented shape.",
    remedy: "Correct the fields that the message names.",
  },
  pos_service_method_missing: {
    type: "unexpected_state",
    meaning: "A module of Medusa has no method that the plugin needs, in this version of Medusa.",
    remedy: "Install a version of the plugin that names this version of Medusa. What waits is written or sent then.",
  },
  pos_not_found: {
    type: "not_found",
    meaning: "There is no record with this ID.",
    remedy: "Check the ID. The record may have been deleted.",
  },
  pos_connection_not_found: {
    type: "not_found",
    meaning: "There is no connection with this ID.",
    remedy: "List the connections, and use one of their IDs.",
  },
  pos_choice_not_found: {
    type: "invalid_data",
    meaning: "A sales channel, stock location, region or subscription that was chosen does not exist.",
    remedy: "Choose one that exists in this store.",
  },
  pos_options_invalid: {
    type: "invalid_argument",
    meaning: "The plugin's options in `medusa-config.ts` are invalid, so the store does not start.",
    remedy: "Correct the options that the message names.",
  },
  pos_tables_of_other_version: {
    type: "unexpected_state",
    meaning: "The plugin's tables belong to another version of it, so it does nothing.",
    remedy:
      "After an update, run `npx medusa db:migrate`. After a downgrade, install the version that was used before.",
  },
  pos_encryption_key_missing: {
    type: "not_allowed",
    meaning: "No encryption key is set, so no API key can be stored.",
    remedy: "Set the option `encryptionKeys` or the variable `POS_ENCRYPTION_KEY`, and restart the store.",
  },
  pos_secret_unreadable: {
    type: "unexpected_state",
    meaning: "A stored secret cannot be decrypted: its key was removed, or the row was changed.",
    remedy: "Restore the encryption key, or connect again.",
  },
  pos_addresses_missing: {
    type: "not_allowed",
    meaning: "The options do not say where the POS is.",
    remedy: "Set the option `provider`, `serviceUrl` or `addresses`.",
  },
  pos_oauth_not_configured: {
    type: "not_allowed",
    meaning: "Signing in at the POS is not configured.",
    remedy: "Set the options `oauth` and `publicUrl`, or connect with an API key.",
  },
  pos_sign_in_ended: {
    type: "not_allowed",
    meaning: "The sign-in at the POS has expired, or was used already.",
    remedy: "Sign in again.",
  },
  pos_api_key_invalid: {
    type: "invalid_data",
    meaning: "The POS does not accept the API key, or none was given.",
    remedy: "Create a new key at the POS and paste it whole.",
  },
  pos_api_key_expired: {
    type: "invalid_data",
    meaning: "The API key has expired.",
    remedy: "Create a new key at the POS.",
  },
  pos_scope_missing: {
    type: "invalid_data",
    meaning: "The API key lacks a scope.",
    remedy: "Create a key with the scopes that the message names.",
  },
  pos_application_unknown: {
    type: "invalid_data",
    meaning: "The POS does not know the application that the key or the sign-in belongs to.",
    remedy: "Check the client ID in the option `oauth`, or create the key for this application.",
  },
  pos_service_unreachable: {
    type: "unexpected_state",
    meaning:
      "The POS did not answer, failed, is busy or limits the rate of calls. `POST /admin/pos/connections` answers 502 instead.",
    remedy: "Try again later. If it lasts, check the addresses in the options.",
  },
  pos_not_at_pos: {
    type: "not_found",
    meaning: "The POS does not know the record that the request is about.",
    remedy: "Read the record again. It may have been deleted at the POS.",
  },
  pos_changed_meanwhile: {
    type: "not_allowed",
    meaning: "The product was changed at the POS during the request.",
    remedy: "Try again.",
  },
  pos_refused: {
    type: "not_allowed",
    meaning: "The POS rejected a call. The message contains its reason.",
    remedy: "Correct what the POS names.",
  },
  pos_answer_not_understood: {
    type: "unexpected_state",
    meaning: "The POS answered in a form that the plugin cannot read.",
    remedy: "Check the addresses in the options. If they are right, report the message.",
  },
  pos_destination_invalid: {
    type: "invalid_data",
    meaning: "The POS cannot send webhooks to this store: its public address or contact email is missing or refused.",
    remedy: "Set the options `publicUrl` (HTTPS, reachable from the internet) and `contactEmail`.",
  },
  pos_currency_mismatch: {
    type: "not_allowed",
    meaning: "The region's currency is not the currency of the POS.",
    remedy: "Choose a region with the currency of the POS.",
  },
  pos_already_connected: {
    type: "invalid_data",
    meaning: "This organization has a connection already.",
    remedy: "Open that connection, or disconnect it first.",
  },
  pos_other_organization: {
    type: "invalid_data",
    meaning:
      "The key or sign-in belongs to another organization than the connection. Nothing was sent or stored with it.",
    remedy: "Use credentials of the connection's organization, or create a separate connection for the other.",
  },
  pos_inventory_missing: {
    type: "not_allowed",
    meaning: "Stock cannot go both ways, because the POS offers no inventory interface.",
    remedy: "Choose another stock setting, or set `addresses.inventoryUrl` and connect again.",
  },
  pos_connection_disconnected: {
    type: "not_allowed",
    meaning: "The connection is disconnected and has no credentials.",
    remedy: "Connect its organization again.",
  },
  pos_connection_busy: {
    type: "not_allowed",
    meaning: "The connection is disconnected, but a worker still writes data of it, so it cannot be deleted yet.",
    remedy: "Delete its data again in two minutes.",
  },
  pos_connection_same: {
    type: "invalid_data",
    meaning: "The settings would be copied from a connection to itself.",
    remedy: "Name another connection to copy from.",
  },
  pos_nothing_to_confirm: {
    type: "not_allowed",
    meaning: "The connection has no changed organization to confirm.",
    remedy: "Read the connection again.",
  },
  pos_time_zone_of_pos: {
    type: "not_allowed",
    meaning: "The POS states a time zone, so none can be chosen in the store.",
    remedy: "Change the time zone at the POS.",
  },
  pos_time_zone_unknown: {
    type: "invalid_data",
    meaning: "The time zone is not in the IANA database.",
    remedy: "Use a name such as `Europe/Stockholm`.",
  },
  pos_period_invalid: {
    type: "invalid_data",
    meaning: "The period is not over yet.",
    remedy: "Choose a period that ends before now.",
  },
  pos_schema_unknown: {
    type: "not_allowed",
    meaning: "Medusa's tables differ from what the plugin knows, so it does not write to them.",
    remedy: "Install a version of the plugin that supports this version of Medusa.",
  },
  pos_change_at_pos: {
    type: "not_allowed",
    meaning: "A sale, payment or refund of the POS cannot be changed in the store, because no money would move.",
    remedy: "Do it at the POS. The result appears in the store.",
  },
  pos_product_not_linked: {
    type: "not_found",
    meaning: "The product is not sold through this connection.",
    remedy: "Include the product first.",
  },
  pos_price_choice_invalid: {
    type: "invalid_data",
    meaning: "The region or price list for prices at the POS does not exist, or has another currency.",
    remedy: "Choose one with the currency of the POS.",
  },
  pos_plan_pending: {
    type: "not_allowed",
    meaning: "The connection waits for a decision on its initial matching plan.",
    remedy: "Review the plan and apply it.",
  },
  pos_plan_conflict: {
    type: "invalid_data",
    meaning: "Two choices of the plan exclude each other.",
    remedy: "Change the rows that the message names.",
  },
  pos_plan_closed: {
    type: "not_allowed",
    meaning: "The plan was applied or discarded, so it cannot be changed.",
    remedy: "Create a new plan.",
  },
  pos_run_not_controllable: {
    type: "not_allowed",
    meaning: "The run is in a state that does not allow this action.",
    remedy: "Read the run again. Start a new run if it has finished.",
  },
  pos_backfill_rejected: {
    type: "not_allowed",
    meaning: "Earlier sales cannot be imported for this period.",
    remedy: "Choose the period that the message allows.",
  },
  pos_fetch_rejected: {
    type: "not_allowed",
    meaning: "A period cannot be fetched again.",
    remedy: "Choose the days that the message allows, or wait for the fetch in progress.",
  },
  pos_account_not_read: {
    type: "unexpected_state",
    meaning: "An account of the POS could not be read during a fetch.",
    remedy: "Nothing: the fetch resumes automatically.",
  },
  pos_display_id_failed: {
    type: "unexpected_state",
    meaning: "The store's function `generateCustomDisplayId` failed for a receipt.",
    remedy: "Correct the function. The import is tried again.",
  },
  pos_receipt_without_order: {
    type: "not_allowed",
    meaning: "The receipt has no order yet, so no customer can be attached.",
    remedy: "Try again when the receipt has been imported.",
  },
  pos_customer_already_attached: {
    type: "not_allowed",
    meaning: "The receipt belongs to another customer.",
    remedy: "Send `replace: true` to give it to another customer.",
  },
  pos_accounting_export_failed: {
    type: "not_allowed",
    meaning: "The accounting export cannot be made for this period or with these settings.",
    remedy: "Correct the account or the period that the message names.",
  },
  pos_gift_card_balance_off: {
    type: "not_found",
    meaning: "This store does not show the balance of gift cards.",
    remedy: "Set the option `giftCards.balanceRoute` to show it.",
  },
  pos_gift_card_not_found: {
    type: "not_found",
    meaning: "No gift card matches what was entered.",
    remedy: "Check the code.",
  },
  pos_too_many_attempts: {
    type: "too_many_requests",
    meaning: "Too many gift card balances were requested from this address.",
    remedy: "Wait as long as the header `Retry-After` says.",
  },
  pos_webhook_not_stored: {
    type: "unexpected_state",
    meaning: "A webhook could not be stored. The POS sends it again.",
    remedy: "Check that the database answers.",
  },
  pos_notification_timeout: {
    type: "unexpected_state",
    meaning: "A notification provider did not answer. The alert is sent again later.",
    remedy: "Check the notification provider of the store.",
  },
  pos_unexpected_state: {
    type: "unexpected_state",
    meaning: "The plugin found data in a state that it does not expect.",
    remedy: "Report it with the message and the log lines around it.",
  },
} as const satisfies Record<string, ErrorDeclaration>

export type ErrorCode = keyof typeof ERRORS
