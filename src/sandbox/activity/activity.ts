/** Something that a person at the till wants to see as it happens. */
export type Activity =
  /** of whichever organisation: the journal tells */
  | { type: "call"; id: number }
  | { type: "purchase"; organizationUuid: string; purchaseUuid: string }
  | { type: "product"; organizationUuid: string; productUuid: string }
  | { type: "stock"; organizationUuid: string; variantUuid: string; balance: string }
  | {
      type: "delivery"
      organizationUuid: string
      messageId: string
      eventName: string
      destination: string
      signature: string
      state: string
      attempts: number
      status: number | null
    }
