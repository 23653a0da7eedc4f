import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { createStep, StepResponse, transform, when, type WorkflowData } from "@medusajs/framework/workflows-sdk"
import { emitEventStep, registerOrderChangesStep } from "@medusajs/medusa/core-flows"
import { type OrderOwner, setOrderOwner } from "../../medusa-tables/orders/set-order-owner"
import { POS_MODULE } from "../../modules/pos"
import { lockSaleOfOrder } from "../../modules/pos/queries/receipts/lock-sales"
import { assertTablesKnown } from "../queue/known-tables"

/** An order, whose it was and whose it is to be. */
export type Handover = {
  before: OrderOwner
  after: OrderOwner
  /** who decides it */
  user_id?: string | undefined
}

/** Gives an order to a customer; when what follows fails, it is whose it was before. */
export const posGiveOrderStep = createStep(
  "pos-give-order",
  async ({ before, after }: Handover, { container }) => {
    await assertTablesKnown(container, "orders")
    await writeOwner(container, after)
    return new StepResponse(after, before)
  },
  async (before, { container }) => {
    if (before) {
      await writeOwner(container, before)
    }
  }
)

async function writeOwner(container: MedusaContainer, owner: OrderOwner): Promise<void> {
  await container.resolve(POS_MODULE).transaction(async (sql, now) => {
    await lockSaleOfOrder(sql, owner.id)
    await setOrderOwner(sql, owner, now)
  })
}

/** In a workflow: gives an order to whom it is to be, with a line in its history; one that is theirs already stays as it is. */
export function giveOrder(handover: WorkflowData<Handover>): void {
  when(
    "owner-is-another",
    { handover },
    ({ handover: { before, after } }) => before.customer_id !== after.customer_id || before.email !== after.email
  ).then(() => {
    posGiveOrderStep(handover)
    const changes = transform({ handover }, ({ handover: { before, after, user_id } }) => [
      {
        ...{ change_type: "update_order" as const, order_id: before.id },
        ...(user_id === undefined ? {} : { created_by: user_id, confirmed_by: user_id }),
        details: { type: "email", old: before.email, new: after.email },
      },
    ])
    registerOrderChangesStep(changes)
    const event = transform({ handover }, ({ handover: { before } }) => ({ id: before.id }))
    emitEventStep({ eventName: OrderWorkflowEvents.UPDATED, data: event })
  })
}
