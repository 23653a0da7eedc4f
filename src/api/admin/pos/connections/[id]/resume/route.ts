import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posResumeConnectionWorkflow } from "../../../../../../workflows"
import { answerConnection } from "../../answer-connection"
import { pathId } from "../../../../../utils/id-schema"

/** `POST /admin/pos/connections/:id/resume` goes on with everything that waited → `{connection}`. 404 when unknown, 400 when disconnected. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathId(request)
  await posResumeConnectionWorkflow(request.scope).run({ input: id })
  await answerConnection(request, response, id)
}
