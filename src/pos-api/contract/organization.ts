import { z } from "@medusajs/framework/zod"
import { uuidSchema } from "./common"

export const TAXATION_TYPES = ["VAT", "SALES_TAX", "NONE"] as const
export const TAXATION_MODES = ["INCLUSIVE", "EXCLUSIVE"] as const

/** The organisation's profile (service-facts "OAuth 2.0"); also the payload of OrganizationUpdated. */
export const organizationSchema = z.looseObject({
  uuid: uuidSchema,
  name: z.string().nullish(),
  country: z.string().nullish(),
  currency: z.string().nullish(),
  language: z.string().nullish(),
  timeZone: z.string().nullish(),
  vatPercentage: z.union([z.number(), z.string()]).nullish(),
  usesVat: z.boolean().nullish(),
  taxationType: z.string().nullish(),
  taxationMode: z.string().nullish(),
  contactEmail: z.string().nullish(),
})

export type Organization = z.infer<typeof organizationSchema>
