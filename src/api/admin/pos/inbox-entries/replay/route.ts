import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { posReplayInboxWorkflow } from "../../../../../workflows"
import type { ReplayBody } from "../../validators"

/** `POST /admin/pos/inbox-entries/replay` tries dead entries again → `{replayed}`. */
export async function POST(request: AuthenticatedMedusaRequest<ReplayBody>, response: MedusaResponse): Promise<void> {
  const { result } = await posReplayInboxWorkflow(request.scope).run({ input: request.validatedBody })
  response.json(result)
}
