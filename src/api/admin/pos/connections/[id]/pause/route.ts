import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posPauseConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { pathId } from "../../../../../utils/id-schema"

/** `POST /admin/pos/connections/:id/pause` pauses: the service's notifications are still kept, nothing is sent and nothing mirrored → `{connection}`. 404 when unknown, 400 when disconnected. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathId(request)
  await posPauseConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
}
