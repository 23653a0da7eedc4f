import { MedusaError } from "@medusajs/framework/utils"
import { type ErrorCode, ERRORS } from "../../contract/errors"

/** An error with a code of `ERRORS` that callers can rely on. The message says what failed and what the person can do. */
export class PosError extends MedusaError {
  declare readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(ERRORS[code].type, message, code)
  }
}

/** The plugin's options in medusa-config.ts are invalid. */
export class InvalidPosOptionsError extends PosError {
  constructor(problems: string) {
    super("pos_options_invalid", `medusa-plugin-pos: the plugin options are wrong: ${problems}`)
  }
}

/** The option `encryptionKeys` is missing, so no secret can be stored. */
export class MissingEncryptionKeyError extends PosError {
  constructor() {
    super(
      "pos_encryption_key_missing",
      "medusa-plugin-pos has no encryption key, so it cannot store an API key. Set the option encryptionKeys " +
        "(32 random bytes, base64) or the environment variable POS_ENCRYPTION_KEY and restart the store."
    )
  }
}

/** A sealed secret cannot be opened because a key was removed or the row was modified. */
export class SecretUnreadableError extends PosError {
  constructor(associatedData: string, reason: string) {
    super(
      "pos_secret_unreadable",
      `The stored secret of ${associatedData} cannot be read: ${reason}. Restore the key or connect again.`
    )
  }
}

/** No connection has this id. */
export class ConnectionNotFoundError extends PosError {
  constructor(connectionId: string) {
    super("pos_connection_not_found", `There is no point-of-sale connection "${connectionId}"`)
  }
}

/** No record of this kind has this id. */
export class RecordNotFoundError extends PosError {
  /** @param kind what the record is called, such as "receipt" */
  constructor(kind: string, id: string) {
    super("pos_not_found", `There is no ${kind} "${id}"`)
  }
}

/** Returns the record that was looked up by its id. @throws RecordNotFoundError when there is none */
export function requireRecord<Row>(row: Row | null | undefined, kind: string, id: string): Row {
  if (row === null || row === undefined) {
    throw new RecordNotFoundError(kind, id)
  }
  return row
}

/** The connection has no credentials: it was disconnected. */
export class ConnectionDisconnectedError extends PosError {
  constructor(connectionId: string) {
    super(
      "pos_connection_disconnected",
      `The connection "${connectionId}" is disconnected. Connect its organization again.`
    )
  }
}

/** The options do not contain the addresses of the POS API. */
export class ServiceNotConfiguredError extends PosError {
  constructor() {
    super(
      "pos_addresses_missing",
      "medusa-plugin-pos does not know where the POS is. Set the option provider, serviceUrl or addresses."
    )
  }
}

/** The options contain no OAuth application of the store. */
export class OAuthNotConfiguredError extends PosError {
  constructor() {
    super(
      "pos_oauth_not_configured",
      "Signing in at the POS is not configured. Set the option oauth (clientId and clientSecret of " +
        "the application that is registered there) and publicUrl, or connect with an API key."
    )
  }
}

/** The sign-in was never finished, took too long, was already used, or belongs to a disconnected connection. */
export class SignInEndedError extends PosError {
  constructor() {
    super("pos_sign_in_ended", "This sign-in at the POS has expired. Sign in again.")
  }
}

/** A refresh token that the POS issued could not be saved. Only this process has it. */
export class TokenNotSavedError extends Error {
  constructor(authorizationId: string, cause: unknown) {
    super(
      `Could not save the refresh token of the sign-in "${authorizationId}". It is saved again before the next call.`,
      {
        cause,
      }
    )
    this.name = "TokenNotSavedError"
  }
}
