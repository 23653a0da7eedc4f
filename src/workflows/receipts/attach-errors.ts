import { MedusaError } from "@medusajs/framework/utils"

const named = (number: number | null, id: string) => `Receipt ${number ?? id}`

/** A receipt that stands for no order has nothing that a customer could find in their account. */
export class ReceiptWithoutOrderError extends MedusaError {
  constructor(receipt: { id: string; purchase_number: number | null }) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `${named(receipt.purchase_number, receipt.id)} has no order in the shop yet, so no customer can be attached. ` +
        "Its page says why; try again when it is in the shop."
    )
  }
}

/** Somebody else's already: another customer only when that is meant. */
export class CustomerAlreadyAttachedError extends MedusaError {
  constructor(receipt: { id: string; purchase_number: number | null }, customer: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `${named(receipt.purchase_number, receipt.id)} belongs to ${customer} already. ` +
        "Ask for `replace` to give it to another customer, who then sees it in their account."
    )
  }
}
