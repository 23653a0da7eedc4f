import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerNotification, doorOf } from "../answer-notification"

/** The webhook door, where Express asks it in its turn; see {@link answerNotification}. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  await answerNotification(await doorOf(request.scope), request, response)
}
