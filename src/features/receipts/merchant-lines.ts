import { fill } from "../../contract/languages"
import type { MerchantDetails } from "../../modules/pos/merchant-details"

/**
 * Returns the lines below the store's name on a printed receipt: legal name, address, telephone and company number, as
 * far as the POS names them. A legal name that is the store's own is not repeated.
 * @param companyNumber text with the placeholder `number`
 */
export function merchantLines(store: string, details: MerchantDetails | null, companyNumber: string): string[] {
  if (details === null) {
    return []
  }
  const { legal_name, address, phone, company_number } = details
  const isRepeated = legal_name?.toLowerCase() === store.toLowerCase()
  return [
    isRepeated ? null : legal_name,
    ...address,
    phone,
    company_number === null ? null : fill(companyNumber, { number: company_number }),
  ].flatMap((line) => line ?? [])
}
