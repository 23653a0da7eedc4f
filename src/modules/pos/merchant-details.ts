import { z } from "zod"
import type { Organization } from "../../pos-api/contract"

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
