import { POS_MODULE } from "../../../../modules/pos"
import { countListed } from "../../../../modules/pos/queries/count-listed"
import { presentInboxEntry } from "./present"
import { inboxEntryListRoute } from "./middlewares"

/** `GET /admin/pos/inbox-entries` → `{inbox_entries, count, count_is_lower_bound, offset, limit}`, the newest first, without payloads. */
export const GET = inboxEntryListRoute.handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const [entries, counted] = await Promise.all([
    pos.listPosInboxEntries(filters, { take: limit, skip: offset, order: { sequence: "DESC" } }),
    pos.query((sql) => countListed(sql, "inboxEntries", filters)),
  ])
  response.json({ inbox_entries: entries.map(presentInboxEntry), ...counted, offset, limit })
})
