import type { CreateFulfillmentResult, FulfillmentOption } from "@medusajs/framework/types"
import { AbstractFulfillmentProviderService } from "@medusajs/framework/utils"
import { FULFILLMENT_IDENTIFIER } from "../../vocabulary/counter-providers"
import { TillOnlyError } from "../till-only-error"

const WHAT = "What is handed over at the till"

/** Goods that a customer took along: no shipping option can be made of it, and nothing of it is undone in the shop. */
export class HandedOverProvider extends AbstractFulfillmentProviderService {
  static override identifier = FULFILLMENT_IDENTIFIER

  /** None: nobody chooses it at a checkout. */
  override async getFulfillmentOptions(): Promise<FulfillmentOption[]> {
    return []
  }

  override async validateOption(): Promise<boolean> {
    return false
  }

  override async canCalculate(): Promise<boolean> {
    return false
  }

  /** @throws TillOnlyError always: the mirror writes it with the sale */
  override async createFulfillment(): Promise<CreateFulfillmentResult> {
    throw new TillOnlyError(WHAT, "Sell it at the till")
  }

  /** @throws TillOnlyError always */
  override async cancelFulfillment(): Promise<never> {
    throw new TillOnlyError(WHAT, "Take the goods back at the till")
  }

  /** @throws TillOnlyError always */
  override async createReturnFulfillment(): Promise<CreateFulfillmentResult> {
    throw new TillOnlyError(WHAT, "Take the goods back at the till")
  }
}
