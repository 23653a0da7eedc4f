import type { Context, CreateOrderDTO, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { type ImportedOrder, type OrderPlace, toCreatedOrder } from "../../medusa/order-rows"
import { PosError } from "../../modules/pos/errors"
import { getErrorMessage } from "../../runtime/errors"

/** The order module's option `generateCustomDisplayId`; `this` is the module's service. */
type GenerateDisplayId = (this: unknown, order: CreateOrderDTO, sharedContext: Context) => Promise<string | undefined>

const isFunction = (value: unknown): boolean => typeof value === "function"

const orderModuleSchema = z.looseObject({
  options: z.looseObject({ generateCustomDisplayId: z.custom<GenerateDisplayId>(isFunction) }),
})

/** The store's option `generateCustomDisplayId` failed. */
export class DisplayIdError extends PosError {
  constructor(purchaseUuid: string, cause: unknown) {
    super(
      "pos_display_id_failed",
      `The store's option generateCustomDisplayId failed for the receipt ${purchaseUuid}: ${getErrorMessage(cause)}. ` +
        "It is tried again later."
    )
    this.cause = cause
  }
}

/**
 * Generates custom display IDs of new POS orders with the store's option `generateCustomDisplayId`, which Medusa calls
 * for the orders that it creates itself. It is called once per order, also when a batch fails and its receipts are
 * written one by one.
 */
export class DisplayIds {
  private readonly ids_ = new Map<string, string | null>()
  private readonly generate_: GenerateDisplayId | null

  constructor(private readonly container: MedusaContainer) {
    const { modules } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
    const declared = orderModuleSchema.safeParse(modules?.[Modules.ORDER])
    this.generate_ = declared.success ? declared.data.options.generateCustomDisplayId : null
  }

  /**
   * The custom display ID of an order; null where the store has no such option, or the option returns none.
   * @param context of the transaction that writes the order
   * @throws DisplayIdError when the store's function fails
   */
  async idOf(order: ImportedOrder, place: OrderPlace, context: Context): Promise<string | null> {
    if (this.generate_ === null) {
      return null
    }
    const { purchaseUuid } = order.receipt
    const displayId = this.ids_.get(purchaseUuid)
    if (displayId !== undefined) {
      return displayId
    }
    try {
      const service = this.container.resolve(Modules.ORDER)
      const id = (await this.generate_.call(service, toCreatedOrder(order, place), context)) ?? null
      this.ids_.set(purchaseUuid, id)
      return id
    } catch (error) {
      throw new DisplayIdError(purchaseUuid, error)
    }
  }
}
