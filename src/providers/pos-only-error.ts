import { PosError } from "../modules/pos/errors"

/** The store was asked to do what only the POS can do. */
export class PosOnlyError extends PosError {
  /**
   * @param what the object, such as "A payment at the register"
   * @param instead what to do, as a sentence without its end
   */
  constructor(what: string, instead: string) {
    super(
      "pos_change_at_pos",
      `${what} is not made or changed in the store, where no money would move. ${instead}; it appears here by itself.`
    )
    this.name = "PosOnlyError"
  }
}
