import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { posDisconnectWorkflow } from "../../../../../workflows"
import { presentConnection } from "../../presenters"

/** `GET /admin/pos/connections/:id` → `{connection}` with the counts of its product links. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(request.params.id ?? "")
  response.json({ connection: presentConnection(connection, await pos.countProductLinks(connection.id)) })
}

/** `DELETE /admin/pos/connections/:id` disconnects: removes the subscription and the stored key, keeps what was mirrored. */
export async function DELETE(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = request.params.id ?? ""
  await posDisconnectWorkflow(request.scope).run({ input: id })
  response.json({ id, object: "pos_connection", disconnected: true })
}
