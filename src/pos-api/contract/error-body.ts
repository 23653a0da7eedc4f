import { z } from "zod"

/** What is wrong with one field of what was sent. */
export const violationSchema = z.looseObject({
  propertyName: z.string().nullish(),
  developerMessage: z.string().nullish(),
  /** MUST_NOT_BE_NULL, INVALID_SIZE, MUST_MATCH_PATTERN, MUST_NOT_BE_EMPTY, INVALID_RANGE, UNKNOWN … */
  constraintType: z.string().nullish(),
  value: z.unknown().optional(),
  expected: z.unknown().optional(),
})

/** The documented form of an error (observed "Product library"); a word that is missing may be null, too. */
export const errorBodySchema = z.looseObject({
  errorType: z.string().nullish(),
  developerMessage: z.string().nullish(),
  violations: z.array(violationSchema).nullish(),
})

/** Words by which the service says what went wrong (docs/service.md "errorWords"); others come as they are. */
export const ERROR_TYPES = {
  entityNotFound: "ENTITY_NOT_FOUND",
  itemAlreadyExists: "ITEM_ALREADY_EXIST",
  subscriptionNotFound: "SUBSCRIPTION_NOT_FOUND",
  subscriptionAlreadyExists: "SUBSCRIPTION_ALREADY_EXIST",
  productNotTracked: "PRODUCT_NOT_TRACKED",
} as const

export type ErrorType = (typeof ERROR_TYPES)[keyof typeof ERROR_TYPES]

/** Codes that the subscription interface names (spec "Errors"). */
export const SUBSCRIPTION_ERROR_CODES = {
  destinationNotAccessible: "DESTINATION_NOT_ACCESSIBLE",
  destinationRespondedWithErrorCode: "DESTINATION_RESPONDED_WITH_ERROR_CODE",
} as const

const DESTINATION_PREFIX = "DESTINATION_"

/** True for every word that says: the address for notifications is wrong, whatever the status. */
export function isDestinationWord(errorType: string | null | undefined): boolean {
  return errorType?.startsWith(DESTINATION_PREFIX) ?? false
}

export type ErrorBody = z.infer<typeof errorBodySchema>
export type Violation = z.infer<typeof violationSchema>
