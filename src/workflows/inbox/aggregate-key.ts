import { z } from "@medusajs/framework/zod"

/** Only read, so that nothing but the names need be copied. */
const namedSchema = z.object({
  purchaseUuid: z.string().optional(),
  purchaseUUID1: z.string().optional(),
  productUuid: z.string().optional(),
  uuid: z.string().optional(),
  newEntity: z.object({ uuid: z.string() }).optional(),
  balanceAfter: z.array(z.object({ productUuid: z.string() })).optional(),
})

/**
 * What an event is about; entries of one aggregate are handled in order, those of different ones at once. What means
 * nothing to the shop stands alone: a burst of it would else be handled one by one.
 */
export function aggregateKeyOf(eventName: string, payload: unknown, messageId: string): string {
  const named = namedSchema.safeParse(payload)
  const { purchaseUuid, purchaseUUID1, productUuid, newEntity, uuid } = named.success ? named.data : {}
  switch (eventName) {
    case "PurchaseCreated":
      return `purchase:${purchaseUuid ?? purchaseUUID1 ?? "unknown"}`
    case "InventoryBalanceChanged":
      return `stock:${named.data?.balanceAfter?.[0]?.productUuid ?? "unknown"}`
    case "ProductCreated":
    case "ProductUpdated":
    case "ProductDeleted":
      return `product:${newEntity?.uuid ?? uuid ?? "unknown"}`
    case "InventoryTrackingStarted":
    case "InventoryTrackingStopped":
      return `product:${productUuid ?? "unknown"}`
    case "OrganizationUpdated":
      return "organization"
    default:
      return `message:${messageId}`
  }
}
