import { MedusaError } from "@medusajs/framework/utils"

/** Somebody asked the shop to do what only the till can. */
export class TillOnlyError extends MedusaError {
  /** @param what "A payment at the till" @param instead what to do, as a sentence without its end */
  constructor(what: string, instead: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `${what} is not made or changed in the shop, where no money would move. ${instead}; it appears here by itself.`
    )
    this.name = "TillOnlyError"
  }
}
