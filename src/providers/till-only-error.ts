import { MedusaError } from "@medusajs/framework/utils"

/** The store was asked to do what only the POS can do. */
export class TillOnlyError extends MedusaError {
  /**
   * @param what the object, such as "A payment at the register"
   * @param instead what to do, as a sentence without its end
   */
  constructor(what: string, instead: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `${what} is not made or changed in the store, where no money would move. ${instead}; it appears here by itself.`
    )
    this.name = "TillOnlyError"
  }
}
