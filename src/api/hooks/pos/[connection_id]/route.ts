import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerNotification } from "../answer-notification"

/**
 * `POST /hooks/pos/:connection_id` → the webhook door: the service's notifications, signed over the body as it came. 200
 * stored or known already, 400 no notification, 401 not signed as it should be, 404 no such connection, 413 more than a
 * megabyte, 415 not JSON, 503 while the key changes.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  await answerNotification(request, response)
}
