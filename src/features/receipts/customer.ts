import { ContainerRegistrationKeys, Modules, OrderWorkflowEvents } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { emitEventStep, findOrCreateCustomerStep, registerOrderChangesStep } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { type OrderOwner, setOrderOwner } from "../../medusa/orders"
import { setOwnerByServices } from "../../medusa/services/change-orders"
import { POS_MODULE } from "../../modules/pos"
import { getTableAccess, assertTablesKnown } from "../../runtime/schema-compatibility"
import { lockSaleOfOrder } from "../purchases"
import { PosError, RecordNotFoundError } from "../../modules/pos/errors"

/** A store customer by ID or by email address; an unknown address becomes a guest. */
export type AttachCustomerInput = {
  receipt_id: string
  customer_id?: string | undefined
  email?: string | undefined
  /** assigns a receipt that belongs to a customer to another one */
  replace?: boolean | undefined
  /** the admin user who decides */
  user_id?: string | undefined
}

/**
 * Finds the order of a receipt and the customer. Of several customers with one email address it chooses the one with an
 * account, who can see the order there. Writes nothing.
 * @throws RecordNotFoundError, ReceiptWithoutOrderError, CustomerAlreadyAttachedError
 */
const posChooseCustomerStep = createStep("pos-choose-customer", async (input: AttachCustomerInput, { container }) => {
  const { receipt, order } = await readOrderOfReceipt(container, input.receipt_id)
  const email = input.email?.toLowerCase()
  const customers = container.resolve(Modules.CUSTOMER)
  const filters = input.customer_id === undefined ? { email: email ?? "" } : { id: input.customer_id }
  const matchingCustomers = await customers.listCustomers(filters, { select: ["id", "email", "has_account"] })
  const [customer = null] = matchingCustomers.sort(
    (left, right) => Number(right.has_account) - Number(left.has_account)
  )
  if (!customer && email === undefined) {
    throw new RecordNotFoundError("customer", input.customer_id ?? "")
  }
  const owner = order.customer ?? null
  if (owner && owner.id !== customer?.id && !input.replace) {
    throw new CustomerAlreadyAttachedError(receipt, owner.email ?? owner.id)
  }
  return new StepResponse({
    order: getOwner(order),
    // Input of the step that finds or creates a customer: it uses an address only where no customer has it.
    wanted: customer ? { customerId: customer.id } : { email: email ?? "" },
  })
})

/** Assigns an order to a customer; the compensation restores the owner from before. */
export const posGiveOrderStep = createStep(
  "pos-give-order",
  async ({ before, after }: Handover, { container }) => {
    await writeOwner(container, after)
    return new StepResponse(after, before)
  },
  async (before, { container }) => {
    if (before) {
      await writeOwner(container, before)
    }
  }
)

/**
 * Assigns the order of a receipt to a customer, who then finds it in their account. This equals Medusa's order
 * transfer, but without a confirmation by email. Later changes, such as a refund, keep the owner. A receipt that
 * already belongs to the customer stays as it is.
 * @see posChooseCustomerStep for what it throws
 */
export const posAttachCustomerWorkflow = createWorkflow("pos-attach-customer", (input: AttachCustomerInput) => {
  const chosenCustomer = posChooseCustomerStep(input)
  const customerInput = transform({ chosen: chosenCustomer }, ({ chosen: { wanted } }) => wanted)
  const { customer } = findOrCreateCustomerStep(customerInput)
  const handover = transform(
    { chosen: chosenCustomer, customer, input },
    ({ chosen: { order }, customer: newOwner, input: { user_id } }) => ({
      before: order,
      // A customer may have no address, and must not get another's.
      after: { id: order.id, customer_id: newOwner?.id ?? null, email: newOwner?.email ?? null },
      user_id,
    })
  )
  giveOrder(handover)
  return new WorkflowResponse(transform({ handover }, ({ handover: { after } }) => after))
})

export type DetachCustomerInput = {
  receipt_id: string
  /** the admin user who decides */
  user_id?: string | undefined
}

/** Finds the order of a receipt and its owner. Writes nothing. @throws ReceiptWithoutOrderError */
export const posFindOwnedOrderStep = createStep(
  "pos-find-owned-order",
  async ({ receipt_id }: DetachCustomerInput, { container }) => {
    const { order } = await readOrderOfReceipt(container, receipt_id)
    return new StepResponse(getOwner(order))
  }
)

/**
 * Removes the customer from the order of a receipt, which then has no owner, as when it was imported. A receipt without
 * an owner stays as it is.
 */
export const posDetachCustomerWorkflow = createWorkflow("pos-detach-customer", (input: DetachCustomerInput) => {
  const order = posFindOwnedOrderStep(input)
  const handover = transform({ order, input }, ({ order: before, input: { user_id } }) => ({
    before,
    after: { id: before.id, customer_id: null, email: null },
    user_id,
  }))
  giveOrder(handover)
  return new WorkflowResponse(order)
})

const customerSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  has_account: z.boolean(),
})

const orderSchema = z.object({
  id: z.string(),
  email: z.string().nullish(),
  customer_id: z.string().nullish(),
  customer: customerSchema.nullish(),
})

type OwnedOrder = z.infer<typeof orderSchema>

/** The store customer to whom a receipt belongs. */
export type AttachedCustomer = z.infer<typeof customerSchema>

/** Reads an order with its customer; null when there is no such order. A deleted customer reads as none. */
export async function readOwnedOrder(container: MedusaContainer, orderId: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "email", "customer_id", "customer.id", "customer.email", "customer.first_name"].concat(
      "customer.last_name",
      "customer.has_account"
    ),
    filters: { id: orderId },
  })
  const [order] = z.array(orderSchema).parse(data)
  return order ?? null
}

/** Reads a receipt and its order. @throws ReceiptWithoutOrderError */
async function readOrderOfReceipt(container: MedusaContainer, receiptId: string) {
  const receipt = await container.resolve(POS_MODULE).findReceipt(receiptId)
  const order = receipt.order_id === null ? null : await readOwnedOrder(container, receipt.order_id)
  if (!order) {
    throw new ReceiptWithoutOrderError(receipt)
  }
  return { receipt, order }
}

const getOwner = ({ id, customer_id, email }: OwnedOrder): OrderOwner => ({
  id,
  customer_id: customer_id ?? null,
  email: email ?? null,
})

/** Reads the customer who was attached to a receipt's order. */
export async function readCustomer(
  container: MedusaContainer,
  orderId: string | null
): Promise<AttachedCustomer | null> {
  return orderId === null ? null : ((await readOwnedOrder(container, orderId))?.customer ?? null)
}

/** A change of an order's owner. */
export type Handover = {
  before: OrderOwner
  after: OrderOwner
  /** the admin user who decides */
  user_id?: string | undefined
}

/** @throws TablesUnknownError when neither SQL nor Medusa's services can write orders */
async function writeOwner(container: MedusaContainer, owner: OrderOwner): Promise<void> {
  if ((await getTableAccess(container, "orders")) === "services") {
    await setOwnerByServices(container, owner)
    return
  }
  await assertTablesKnown(container, "orders")
  await container.resolve(POS_MODULE).transaction(async (sql, now) => {
    await lockSaleOfOrder(sql, owner.id)
    await setOrderOwner(sql, owner, now)
  })
}

/** Assigns an order to its new owner in a workflow, with an entry in its history; an unchanged owner writes nothing. */
function giveOrder(handover: WorkflowData<Handover>): void {
  when(
    "owner-is-another",
    { handover },
    ({ handover: { before, after } }) => before.customer_id !== after.customer_id || before.email !== after.email
  ).then(() => {
    posGiveOrderStep(handover)
    const changes = transform({ handover }, ({ handover: { before, after, user_id } }) => [
      {
        change_type: "update_order" as const,
        order_id: before.id,
        created_by: user_id,
        confirmed_by: user_id,
        details: { type: "email", old: before.email, new: after.email },
      },
    ])
    registerOrderChangesStep(changes)
    const event = transform({ handover }, ({ handover: { before } }) => ({ id: before.id }))
    emitEventStep({ eventName: OrderWorkflowEvents.UPDATED, data: event })
  })
}

const toReceiptName = (number: number | null, id: string) => `Receipt ${number ?? id}`

/** The receipt has no order that a customer could find in their account. */
class ReceiptWithoutOrderError extends PosError {
  constructor(receipt: { id: string; purchase_number: number | null }) {
    super(
      "pos_receipt_without_order",
      `${toReceiptName(receipt.purchase_number, receipt.id)} has no order in the store yet, so no customer can be attached. ` +
        "Its page shows the reason. Try again when it has been imported."
    )
  }
}

/** The receipt belongs to another customer; `replace` is needed to change that. */
class CustomerAlreadyAttachedError extends PosError {
  constructor(receipt: { id: string; purchase_number: number | null }, customer: string) {
    super(
      "pos_customer_already_attached",
      `${toReceiptName(receipt.purchase_number, receipt.id)} belongs to ${customer} already. ` +
        "Ask for `replace` to give it to another customer, who then sees it in their account."
    )
  }
}
