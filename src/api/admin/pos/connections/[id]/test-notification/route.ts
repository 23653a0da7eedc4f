import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posTestNotificationWorkflow } from "../../../../../../workflows"
import { pathId } from "../../../../../utils/id-schema"

/**
 * `POST …/connections/:id/test-notification` has the service send a test message to the shop →
 * `{destination, milliseconds}` once it has arrived. 400 with code `pos_destination_invalid` when it did not.
 */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { result } = await posTestNotificationWorkflow(request.scope).run({ input: pathId(request) })
  response.json(result)
}
