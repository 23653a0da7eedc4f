import type { CreateFulfillmentResult, FulfillmentOption } from "@medusajs/framework/types"
import { AbstractFulfillmentProviderService } from "@medusajs/framework/utils"
import { FULFILLMENT_IDENTIFIER } from "../../contract/receipts"
import { TillOnlyError } from "../till-only-error"

const WHAT = "A fulfillment at the register"

/**
 * Fulfillment provider for goods handed over in person. It offers no shipping option, and the store cannot undo its
 * fulfillments.
 */
export class HandedOverProvider extends AbstractFulfillmentProviderService {
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

  /** @throws TillOnlyError always: the import writes the fulfillment with the sale */
  override async createFulfillment(): Promise<CreateFulfillmentResult> {
    throw new TillOnlyError(WHAT, "Sell it at the register")
  }

  /** @throws TillOnlyError always */
  override async cancelFulfillment(): Promise<never> {
    throw new TillOnlyError(WHAT, "Take the goods back at the register")
  }

  /** @throws TillOnlyError always */
  override async createReturnFulfillment(): Promise<CreateFulfillmentResult> {
    throw new TillOnlyError(WHAT, "Take the goods back at the register")
  }
}
