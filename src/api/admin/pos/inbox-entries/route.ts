import { POS_MODULE } from "../../../../modules/pos"
import { presentInboxEntry } from "./present"
import { inboxEntryListRoute } from "./middlewares"

/** `GET /admin/pos/inbox-entries` → `{inbox_entries, count, offset, limit}`, the newest first, without payloads. */
export const GET = inboxEntryListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const [entries, count] = await request.scope
    .resolve(POS_MODULE)
    .listAndCountPosInboxEntries(filters, { take: limit, skip: offset, order: { sequence: "DESC" } })
  response.json({ inbox_entries: entries.map(presentInboxEntry), count, offset, limit })
})
