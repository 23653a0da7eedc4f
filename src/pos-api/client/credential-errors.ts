import { type FailedCall, PosApiError } from "./errors"

/** What was pasted is not an API key of the service. */
export class InvalidApiKeyError extends Error {
  constructor(reason: string) {
    super(`This is not an API key of the point-of-sale service: ${reason}. Copy the whole key from its key page.`)
    this.name = "InvalidApiKeyError"
  }
}

const REVOKED = {
  "API key": "The service does not accept this API key: it was deleted or revoked. Create a new key and connect again.",
  "refresh token":
    "The service does not let this application in any longer: it was disconnected there, or not used for too long. " +
    "Connect again.",
} as const

/** `invalid_grant`: the key was deleted, or the application disconnected. */
export class CredentialsRevokedError extends PosApiError {
  constructor(failed: FailedCall, credential: keyof typeof REVOKED) {
    super(REVOKED[credential], failed, false)
  }
}

/** `invalid_grant` for an authorization code: it works once, and only for a short time. */
export class AuthorizationCodeRefusedError extends PosApiError {
  constructor(failed: FailedCall) {
    super(
      "The service does not accept this sign-in: it took too long or was used before. Connect again.",
      failed,
      false
    )
  }
}

/** `invalid_client` or `unauthorized_client` for an API key: the client id that was sent with it is not known there. */
export class UnknownApplicationError extends PosApiError {
  constructor(failed: FailedCall, applicationId: string | null) {
    super(
      applicationId === null
        ? "The service does not accept the client id that the API key names. Set the option applicationId to the id of " +
            "an application that is registered at the service."
        : `The service does not know the application "${applicationId}", or does not let it use API keys. Set the option ` +
            "applicationId to the id of an application that is registered at the service, or leave it out.",
      failed,
      false
    )
  }
}

/** `invalid_client` or `unauthorized_client`: the application's own credentials are wrong, whoever signs in. */
export class InvalidOAuthClientError extends PosApiError {
  constructor(failed: FailedCall) {
    super("The service does not know this application: check the client id and the client secret.", failed, false)
  }
}
