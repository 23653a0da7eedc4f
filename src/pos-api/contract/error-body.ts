import { z } from "@medusajs/framework/zod"

/** The documented form of a validation error (service-facts "Product library"). */
export const errorBodySchema = z.looseObject({
  errorType: z.string().nullish(),
  developerMessage: z.string().nullish(),
  violations: z
    .array(
      z.looseObject({
        propertyName: z.string().nullish(),
        developerMessage: z.string().nullish(),
        constraintType: z.string().nullish(),
      })
    )
    .nullish(),
})

/** Codes that the subscription interface names (spec "Errors"). */
export const SUBSCRIPTION_ERROR_CODES = {
  destinationNotAccessible: "DESTINATION_NOT_ACCESSIBLE",
  destinationRespondedWithErrorCode: "DESTINATION_RESPONDED_WITH_ERROR_CODE",
} as const

export type ErrorBody = z.infer<typeof errorBodySchema>
