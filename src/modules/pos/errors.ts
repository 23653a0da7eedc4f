import { MedusaError } from "@medusajs/framework/utils"

/** The plugin's options in medusa-config.ts are invalid. */
export class InvalidPosOptionsError extends MedusaError {
  constructor(problems: string) {
    super(MedusaError.Types.INVALID_ARGUMENT, `medusa-plugin-pos: the plugin options are wrong: ${problems}`)
  }
}

/** The option `encryptionKeys` is missing, so no secret can be stored. */
export class MissingEncryptionKeyError extends MedusaError {
  constructor() {
    super(
      MedusaError.Types.NOT_ALLOWED,
      "medusa-plugin-pos has no encryption key, so it cannot store an API key. Set the option encryptionKeys " +
        "(32 random bytes, base64) or the environment variable POS_ENCRYPTION_KEY and restart the store."
    )
  }
}

/** A sealed secret cannot be opened because a key was removed or the row was modified. */
export class SecretUnreadableError extends MedusaError {
  constructor(associatedData: string, reason: string) {
    super(
      MedusaError.Types.UNEXPECTED_STATE,
      `The stored secret of ${associatedData} cannot be read: ${reason}. Restore the key or connect again.`
    )
  }
}

/** No connection has this id. */
export class ConnectionNotFoundError extends MedusaError {
  constructor(connectionId: string) {
    super(MedusaError.Types.NOT_FOUND, `There is no point-of-sale connection "${connectionId}"`)
  }
}

/** The connection has no credentials: it was disconnected. */
export class ConnectionDisconnectedError extends MedusaError {
  constructor(connectionId: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `The connection "${connectionId}" is disconnected. Connect its organization again.`
    )
  }
}

/** The options do not contain the addresses of the POS API. */
export class ServiceNotConfiguredError extends MedusaError {
  constructor() {
    super(
      MedusaError.Types.NOT_ALLOWED,
      "medusa-plugin-pos does not know where the POS is. Set the option serviceUrl or addresses."
    )
  }
}

/** The options contain no OAuth application of the store. */
export class OAuthNotConfiguredError extends MedusaError {
  constructor() {
    super(
      MedusaError.Types.NOT_ALLOWED,
      "Signing in at the POS is not configured. Set the option oauth (clientId and clientSecret of " +
        "the application that is registered there) and publicUrl, or connect with an API key."
    )
  }
}

/** The sign-in was never finished, took too long, was already used, or belongs to a disconnected connection. */
export class SignInEndedError extends MedusaError {
  constructor() {
    super(MedusaError.Types.NOT_ALLOWED, "This sign-in at the POS has expired. Sign in again.", "pos_sign_in_ended")
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
