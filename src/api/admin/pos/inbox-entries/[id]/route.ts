import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { RecordNotFoundError } from "../../../../../modules/pos/errors"
import { POS_MODULE } from "../../../../../modules/pos"
import { presentInboxEntry } from "../present"
import { pathId } from "../../../../utils/schemas"

/** `GET /admin/pos/inbox-entries/:id` → `{inbox_entry}` with its payload. 404 when unknown. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const id = pathId(request)
  const [entry] = await request.scope.resolve(POS_MODULE).listPosInboxEntries({ id })
  if (!entry) {
    throw new RecordNotFoundError("event", id)
  }
  response.json({ inbox_entry: { ...presentInboxEntry(entry), payload: entry.payload } })
}
