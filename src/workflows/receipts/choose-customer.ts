import { MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CustomerAlreadyAttachedError } from "./attach-errors"
import { ownerOf, readOrderOfReceipt } from "./read-customer"

/** A customer of the shop by id, or whoever has an e-mail address; one who has none yet becomes a guest. */
export type AttachCustomerInput = {
  receipt_id: string
  customer_id?: string | undefined
  email?: string | undefined
  /** gives a receipt that is somebody's to another customer */
  replace?: boolean | undefined
  /** who decides it */
  user_id?: string | undefined
}

/**
 * Finds the order of a receipt, and the customer who is meant: of several with one e-mail address the one with an account,
 * who can look at it. Writes nothing.
 * @throws MedusaError NOT_FOUND, ReceiptWithoutOrderError, CustomerAlreadyAttachedError
 */
export const posChooseCustomerStep = createStep(
  "pos-choose-customer",
  async (input: AttachCustomerInput, { container }) => {
    const { receipt, order } = await readOrderOfReceipt(container, input.receipt_id)
    const email = input.email?.toLowerCase()
    const customers = container.resolve(Modules.CUSTOMER)
    const filters = input.customer_id === undefined ? { email: email ?? "" } : { id: input.customer_id }
    const found = await customers.listCustomers(filters, { select: ["id", "email", "has_account"] })
    const [customer = null] = found.sort((one, other) => Number(other.has_account) - Number(one.has_account))
    if (!customer && email === undefined) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no customer ${input.customer_id ?? ""}`)
    }
    const owner = order.customer ?? null
    if (owner && owner.id !== customer?.id && !input.replace) {
      throw new CustomerAlreadyAttachedError(receipt, owner.email ?? owner.id)
    }
    return new StepResponse({
      order: ownerOf(order),
      // What finds or makes a customer: it takes an address only where nobody has it.
      wanted: customer ? { customerId: customer.id } : { email: email ?? "" },
    })
  }
)
