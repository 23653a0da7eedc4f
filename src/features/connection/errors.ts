import { MedusaError } from "@medusajs/framework/utils"
import {
  AuthorizationCodeRefusedError,
  InvalidApiKeyError,
  PosApiError,
  PosForbiddenError,
  PosUnreachableError,
  UnknownApplicationError,
} from "../../pos-api/client"
import { isDestinationWord } from "../../pos-api/contract"

/** Error codes of connect, in addition to Medusa's `type`, for callers that distinguish them. */
export const CONNECT_ERROR_CODES = {
  badKey: "pos_api_key_invalid",
  keyExpired: "pos_api_key_expired",
  missingScope: "pos_scope_missing",
  unknownApplication: "pos_application_unknown",
  serviceUnreachable: "pos_service_unreachable",
  badDestination: "pos_destination_invalid",
  currency: "pos_currency_mismatch",
  alreadyConnected: "pos_already_connected",
  notFound: "pos_choice_not_found",
  otherOrganization: "pos_other_organization",
  signIn: "pos_sign_in_ended",
  noInventory: "pos_inventory_missing",
} as const

/** A connect error, with what the person can do. */
export class ConnectError extends MedusaError {
  constructor(code: keyof typeof CONNECT_ERROR_CODES, message: string, type: string = MedusaError.Types.INVALID_DATA) {
    super(type, message, CONNECT_ERROR_CODES[code])
  }
}

/** The organization already has a connection; `connectionId` is its id. */
export class AlreadyConnectedError extends ConnectError {
  constructor(readonly connectionId: string) {
    super(
      "alreadyConnected",
      "Could not connect: this organization is connected already. Open its connection, or disconnect it first."
    )
  }
}

/** The key has expired according to its own claims. */
export class ApiKeyExpiredError extends ConnectError {
  constructor(at: Date) {
    super("keyExpired", `The API key expired on ${at.toISOString().slice(0, 10)}. Create a new one at the POS.`)
  }
}

/** No contact email. The POS writes to it when notifications fail, and rejects a subscription without one. */
export class ContactEmailMissingError extends ConnectError {
  constructor() {
    super("badDestination", "A contact e-mail is needed; set the option contactEmail or pass one.")
  }
}

/** Converts the error of a POS call to one that a person who connects understands. */
export function toConnectError(error: unknown): unknown {
  if (error instanceof InvalidApiKeyError) {
    return new ConnectError("badKey", error.message)
  }
  if (!(error instanceof PosApiError)) {
    return error
  }
  if (error instanceof AuthorizationCodeRefusedError) {
    return new ConnectError("signIn", error.message)
  }
  if (error instanceof UnknownApplicationError) {
    return new ConnectError("unknownApplication", error.message)
  }
  if (error instanceof PosForbiddenError) {
    return new ConnectError("missingScope", error.message)
  }
  if (isDestinationWord(error.errorType)) {
    return new ConnectError(
      "badDestination",
      `The POS cannot reach this store: ${error.body}. Check the option publicUrl and that the address answers from the internet.`
    )
  }
  if (error instanceof PosUnreachableError || error.retryable) {
    return new ConnectError("serviceUnreachable", error.message, MedusaError.Types.UNEXPECTED_STATE)
  }
  return new ConnectError("badKey", error.message)
}
