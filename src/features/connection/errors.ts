import { PosError } from "../../modules/pos/errors"
import {
  AuthorizationCodeRefusedError,
  InvalidApiKeyError,
  OtherOrganizationError,
  PosApiError,
  PosForbiddenError,
  PosUnreachableError,
  UnknownApplicationError,
} from "../../pos-api/client"
import { isDestinationWord } from "../../pos-api/contract"

/** The organization already has a connection; `connectionId` is its id. */
export class AlreadyConnectedError extends PosError {
  constructor(readonly connectionId: string) {
    super(
      "pos_already_connected",
      "Could not connect: this organization is connected already. Open its connection, or disconnect it first."
    )
  }
}

/** The key has expired according to its own claims. */
export class ApiKeyExpiredError extends PosError {
  constructor(at: Date) {
    super(
      "pos_api_key_expired",
      `The API key expired on ${at.toISOString().slice(0, 10)}. Create a new one at the POS.`
    )
  }
}

/** No contact email. The POS writes to it when notifications fail, and rejects a subscription without one. */
export class ContactEmailMissingError extends PosError {
  constructor() {
    super("pos_destination_invalid", "A contact e-mail is needed; set the option contactEmail or pass one.")
  }
}

/** Converts the error of a POS call to one that a person who connects understands. */
export function toConnectError(error: unknown): unknown {
  if (
    error instanceof InvalidApiKeyError ||
    error instanceof AuthorizationCodeRefusedError ||
    error instanceof UnknownApplicationError ||
    error instanceof OtherOrganizationError ||
    error instanceof PosForbiddenError
  ) {
    return new PosError(error.code, error.message)
  }
  if (!(error instanceof PosApiError)) {
    return error
  }
  if (isDestinationWord(error.errorType)) {
    return new PosError(
      "pos_destination_invalid",
      `The POS cannot reach this store: ${error.body}. Check the option publicUrl and that the address answers from the internet.`
    )
  }
  if (error instanceof PosUnreachableError || error.retryable) {
    return new PosError("pos_service_unreachable", error.message)
  }
  return new PosError("pos_api_key_invalid", error.message)
}
