import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { presentInboxEntry } from "../../presenters"

/** `GET /admin/pos/inbox-entries/:id` → `{inbox_entry}` with its payload as it came in. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const entry = await request.scope.resolve(POS_MODULE).retrievePosInboxEntry(request.params.id ?? "")
  response.json({ inbox_entry: { ...presentInboxEntry(entry), payload: entry.payload } })
}
