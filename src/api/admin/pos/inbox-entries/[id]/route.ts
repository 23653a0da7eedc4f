import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../../modules/pos"
import { requireRecord } from "../../../../../modules/pos/errors"
import { presentInboxEntry } from "../present"
import { pathId } from "../../../../utils/schemas"

/** `GET /admin/pos/inbox-entries/:id` → `{inbox_entry}` with its payload. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathId(request)
  const [found] = await request.scope.resolve(POS_MODULE).listPosInboxEntries({ id })
  const entry = requireRecord(found, "event", id)
  response.json({ inbox_entry: { ...presentInboxEntry(entry), payload: entry.payload } })
}
