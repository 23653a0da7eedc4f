import { MedusaError } from "@medusajs/framework/utils"

/** The books of a period cannot be written as they were asked for; the message says what to change. */
export class BooksError extends MedusaError {
  constructor(message: string) {
    super(MedusaError.Types.NOT_ALLOWED, message)
    this.name = "BooksError"
  }
}
