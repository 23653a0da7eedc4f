import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { PriceChoice } from "../../vocabulary/price-choice"

/** The till cannot show the prices that were chosen. */
export class PriceChoiceError extends MedusaError {
  constructor(message: string) {
    super(MedusaError.Types.INVALID_DATA, message)
  }
}

/** @throws PriceChoiceError when the region or the price list is not there, or the region sells in another currency */
export async function checkPriceChoice(
  container: MedusaContainer,
  { region_id, price_list_id }: PriceChoice,
  currencyCode: string
): Promise<void> {
  if (region_id !== null) {
    const [region] = await container.resolve(Modules.REGION).listRegions({ id: region_id })
    if (!region) {
      throw new PriceChoiceError(`There is no region ${region_id}. Choose one of the shop's regions.`)
    }
    if (region.currency_code.toLowerCase() !== currencyCode.toLowerCase()) {
      throw new PriceChoiceError(
        `The region ${region.name} sells in ${region.currency_code.toUpperCase()}, the counter in ` +
          `${currencyCode.toUpperCase()}. Choose a region with the counter's currency.`
      )
    }
  }
  if (price_list_id !== null) {
    const [list] = await container.resolve(Modules.PRICING).listPriceLists({ id: [price_list_id] })
    if (!list) {
      throw new PriceChoiceError(`There is no price list ${price_list_id}. Choose one of the shop's price lists.`)
    }
  }
}
