import type { InferTypeOf } from "@medusajs/framework/types"
import { z } from "zod"
import {
  type InboundSettings,
  inboundSettingsSchema,
  type OutboundSettings,
  outboundSettingsSchema,
} from "../../contract/settings"
import type { Organization } from "../../pos-api/contract"
import type { PosConnection } from "./models"

/** A connection as the module returns it. */
export type ConnectionRecord = InferTypeOf<typeof PosConnection>

/** Returns a connection's inbound settings with defaults for those that are not set. */
export function getInboundSettings(connection: { inbound_settings: unknown }): InboundSettings {
  return inboundSettingsSchema.parse(connection.inbound_settings ?? {})
}

/** Returns a connection's outbound settings with defaults for those that are not set. */
export function getOutboundSettings(connection: { outbound_settings: unknown }): OutboundSettings {
  return outboundSettingsSchema.parse(connection.outbound_settings ?? {})
}

/**
 * The name of the lease under which a connection's inbound settings are changed: all are in one column, and closing days
 * takes long.
 */
export const toInboundSettingsLock = (connectionId: string): string => `pos_inbound_settings.${connectionId}`

/** The name of the lease under which a connection's outbound settings are changed: all are in one column. */
export const toOutboundSettingsLock = (connectionId: string): string => `pos_outbound_settings.${connectionId}`

/**
 * A merchant's legal data in the POS's profile, as receipts print it. Every member is stored, so that an update replaces
 * all of them.
 */
const merchantDetailsSchema = z.object({
  legal_name: z.string().nullable(),
  /** registration number of the company */
  company_number: z.string().nullable(),
  /** lines of the address: streets, then postal code and city */
  address: z.array(z.string()),
  phone: z.string().nullable(),
})

export type MerchantDetails = z.infer<typeof merchantDetailsSchema>

const storedDetailsSchema = merchantDetailsSchema.nullable()

/** Returns the stored legal data of a connection's merchant; null: the POS has named none. */
export function getMerchantDetails(connection: { merchant_details: unknown }): MerchantDetails | null {
  return storedDetailsSchema.parse(connection.merchant_details ?? null)
}

const joinWords = (...words: (string | null | undefined)[]): string => words.filter(Boolean).join(" ")

/**
 * Reads the legal data of a profile. The store's own address comes before the registered one.
 * @returns null when the profile names none of it, which says nothing about the stored data
 */
export function toMerchantDetails(profile: Organization): MerchantDetails | null {
  const store = [profile.address, profile.addressLine2, joinWords(profile.zipCode, profile.city)]
  const registered = [profile.legalAddress, joinWords(profile.legalZipCode, profile.legalCity)]
  const lines = [store, registered].map((address) => address.flatMap((text) => text || []))
  const details = {
    legal_name: profile.legalName || null,
    company_number: profile.legalEntityNr || null,
    address: lines.find(({ length }) => length > 0) ?? [],
    phone: profile.phoneNumber || null,
  }
  const { address, ...others } = details
  return address.length === 0 && Object.values(others).every((value) => value === null) ? null : details
}

/**
 * A change of the organization's profile that a person must confirm. `taxation`: prices at the POS now have another
 * meaning and are all pushed again; nothing waits. `currency`: all prices would be wrong, so the connection is paused
 * until a region with the new currency is chosen.
 */
export const profileWarningSchema = z.object({
  kind: z.enum(["taxation", "currency"]),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** UTC, ISO 8601 */
  found_at: z.string(),
  /** for a person to read */
  message: z.string(),
})

export type ProfileWarning = z.infer<typeof profileWarningSchema>

const storedWarningSchema = profileWarningSchema.nullable()

/** Returns the open warning of a connection; null: none. */
export function getProfileWarning(connection: { profile_warning: unknown }): ProfileWarning | null {
  return storedWarningSchema.parse(connection.profile_warning ?? null)
}
