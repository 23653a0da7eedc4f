import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerNotification } from "../answer-notification"

/** The webhook door; see {@link answerNotification}. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  await answerNotification(request, response)
}
