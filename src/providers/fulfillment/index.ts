import { AbstractFulfillmentProviderService, ModuleProvider, Modules } from "@medusajs/framework/utils"
import type { CreateFulfillmentResult, FulfillmentOption } from "@medusajs/framework/types"
import { FULFILLMENT_IDENTIFIER, RECORDED } from "../../contract/receipts"
import { PosOnlyError } from "../pos-only-error"

const WHAT = "A fulfillment at the register"

/**
 * Fulfillment provider for goods handed over in person. It offers no shipping option, and the store cannot undo its
 * fulfillments.
 */
class HandedOverProvider extends AbstractFulfillmentProviderService {
  static override identifier = FULFILLMENT_IDENTIFIER

  /** Returns no option, because it is not selectable at checkout. */
  override async getFulfillmentOptions(): Promise<FulfillmentOption[]> {
    return []
  }

  override async validateOption(): Promise<boolean> {
    return false
  }

  override async canCalculate(): Promise<boolean> {
    return false
  }

  /** @throws PosOnlyError unless the import records what was handed over at the register */
  override async createFulfillment(
    _data: unknown,
    _items: unknown,
    order: object | undefined
  ): Promise<CreateFulfillmentResult> {
    if (order && RECORDED in order) {
      return { data: {}, labels: [] }
    }
    throw new PosOnlyError(WHAT, "Sell it at the register")
  }

  /** @throws PosOnlyError always */
  override async cancelFulfillment(): Promise<never> {
    throw new PosOnlyError(WHAT, "Take the goods back at the register")
  }

  /** @throws PosOnlyError always */
  override async createReturnFulfillment(): Promise<CreateFulfillmentResult> {
    throw new PosOnlyError(WHAT, "Take the goods back at the register")
  }
}

/**
 * The provider of goods handed over at a register, an entry of the fulfillment module's `providers`: `{ resolve:
 * "medusa-plugin-pos/providers/fulfillment", id: "pos" }`.
 */
export default ModuleProvider(Modules.FULFILLMENT, { services: [HandedOverProvider] })
