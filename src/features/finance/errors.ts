import { MedusaError } from "@medusajs/framework/utils"

/** Error codes of accounts, payouts and exports, in addition to Medusa's `type`. */
export const FINANCE_ERROR_CODES = {
  badPeriod: "pos_period_invalid",
  unknownTimeZone: "pos_time_zone_unknown",
  missingScope: "pos_scope_missing",
  serviceUnavailable: "pos_service_unreachable",
  notFound: "pos_not_found",
} as const

/** A finance request that cannot be answered; the message says what the person can do. */
export class FinanceError extends MedusaError {
  constructor(code: keyof typeof FINANCE_ERROR_CODES, message: string, type: string = MedusaError.Types.INVALID_DATA) {
    super(type, message, FINANCE_ERROR_CODES[code])
  }
}
