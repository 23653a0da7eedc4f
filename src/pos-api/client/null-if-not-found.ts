import { PosNotFoundError } from "./errors"

/** The answer, or null when the service answers 404. Every other failure stays one. */
export async function nullIfNotFound<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PosNotFoundError) {
      return null
    }
    throw error
  }
}
