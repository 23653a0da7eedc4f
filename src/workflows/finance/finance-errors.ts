import { MedusaError } from "@medusajs/framework/utils"

/** Codes of errors of the account, payouts and exports, beside Medusa's `type`. */
export const FINANCE_ERROR_CODES = {
  badPeriod: "pos_period_invalid",
  unknownTimeZone: "pos_time_zone_unknown",
  missingScope: "pos_scope_missing",
  serviceUnavailable: "pos_service_unreachable",
  notFound: "pos_not_found",
} as const

/** A request about money that cannot be answered, and what the person can do. */
export class FinanceError extends MedusaError {
  constructor(code: keyof typeof FINANCE_ERROR_CODES, message: string, type: string = MedusaError.Types.INVALID_DATA) {
    super(type, message, FINANCE_ERROR_CODES[code])
  }
}
