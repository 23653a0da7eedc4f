import { z } from "zod"
import { numberSchema, uuidSchema } from "./common"

/** How the service stands to a customer with whom all is well; any other word belongs before a person's eyes. */
export const ACCEPTED_CUSTOMER = "ACCEPTED"

export const TAXATION_TYPES = ["VAT", "SALES_TAX", "NONE"] as const
export const TAXATION_MODES = ["INCLUSIVE", "EXCLUSIVE"] as const

/**
 * The organisation's profile (docs/service.md, "profile"); also the payload of OrganizationUpdated. An organisation of
 * which nothing is said of taxes has VAT, within its prices.
 */
export const organizationSchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string().nullish(),
  country: z.string().nullish(),
  currency: z.string().nullish(),
  language: z.string().nullish(),
  timeZone: z.string().nullish(),
  vatPercentage: numberSchema.nullish(),
  usesVat: z.boolean().nullish(),
  taxationType: z.preprocess((value) => value ?? TAXATION_TYPES[0], z.string()),
  taxationMode: z.preprocess((value) => value ?? TAXATION_MODES[0], z.string()),
  /** ACCEPTED when healthy */
  customerStatus: z.string().nullish(),
  contactEmail: z.string().nullish(),
})

export type Organization = z.infer<typeof organizationSchema>
