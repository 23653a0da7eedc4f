import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { answerNotification } from "../answer-notification"

/**
 * `POST /hooks/pos/:connection_id` → the webhook endpoint for the POS's notifications, whose signature covers the raw
 * body. 200 stored or already known, 400 not a notification, 401 no valid signature, 404 unknown connection, 413 more
 * than a megabyte, 415 not JSON, 503 while the key changes.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  await answerNotification(request, response)
}
