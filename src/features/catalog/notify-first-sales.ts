import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { notifyAdmin } from "../../runtime/send-notification"
import { markFirstSold } from "./candidate-store"

/** Most names in one message. */
const NAMES = 5

/**
 * Notifies the admin once of each unlinked POS product that a sale contained. Products that a person has ignored, and
 * those that were deleted at the POS, are not named.
 * @param productUuids products of the sales that the store does not have
 */
export async function notifyOfFirstSales(
  container: MedusaContainer,
  connection: { id: string; organization_name: string | null },
  productUuids: string[]
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const sold = await pos.query((sql, now) => markFirstSold(sql, now, connection.id, productUuids))
  const [first] = sold
  if (first === undefined) {
    return
  }
  const names = sold.slice(0, NAMES).map(({ name }) => name)
  const moreText = sold.length > NAMES ? ` and ${sold.length - NAMES} more` : ""
  await notifyAdmin(container, {
    title: "Point of sale: sold, but not in the store",
    description:
      `${connection.organization_name ?? "The POS"} sold ${names.join(", ")}${moreText} for the first time, which the store does ` +
      "not have. Decide under Point of sale › Unlinked POS products: create or link the product, or ignore it.",
    key: `pos:first-sold:${first.id}`,
  })
}
