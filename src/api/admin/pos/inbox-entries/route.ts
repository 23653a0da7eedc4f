import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { presentInboxEntry } from "../presenters"
import { inboxEntryListQuerySchema } from "../validators"

/** `GET /admin/pos/inbox-entries` → `{inbox_entries, count, offset, limit}`, the newest first, without payloads. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { limit, offset, ...filters } = inboxEntryListQuerySchema.parse(request.validatedQuery)
  const [entries, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosInboxEntries(filters, { take: limit, skip: offset, order: { sequence: "DESC" } })
  response.json({ inbox_entries: entries.map(presentInboxEntry), count, offset, limit })
}
