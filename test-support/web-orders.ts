import type { MedusaContainer } from "@medusajs/framework/types"
import { createWorkflow } from "@medusajs/framework/workflows-sdk"
import {
  adjustInventoryLevelsStep,
  createReservationsWorkflow,
  deleteReservationsWorkflow,
} from "@medusajs/medusa/core-flows"

type Place = { inventory_item_id: string; location_id: string }

/** As core's fulfilment of an order, and its return, change levels. */
const adjustLevelsWorkflow = createWorkflow("tests-adjust-levels", (input: (Place & { adjustment: number })[]) => {
  adjustInventoryLevelsStep(input)
})

/** What an order of the web shop does to stock, by core's own workflows and steps. */
export class WebOrders {
  constructor(private readonly container: MedusaContainer) {}

  /** An order is placed: its goods are reserved. Returns the reservation. */
  async place(place: Place, quantity: number): Promise<string> {
    const { result } = await createReservationsWorkflow(this.container).run({
      input: { reservations: [{ ...place, quantity }] },
    })
    return result[0]?.id ?? ""
  }

  /** It is sent: the goods leave the shelf, and their reservation ends. */
  async send(place: Place, quantity: number, reservationId: string): Promise<void> {
    await this.adjust(place, -quantity)
    await this.cancel(reservationId)
  }

  async cancel(reservationId: string): Promise<void> {
    await deleteReservationsWorkflow(this.container).run({ input: { ids: [reservationId] } })
  }

  /** Goods come back, or leave, by a person's hand. */
  async adjust(place: Place, adjustment: number): Promise<void> {
    await adjustLevelsWorkflow(this.container).run({ input: [{ ...place, adjustment }] })
  }
}
