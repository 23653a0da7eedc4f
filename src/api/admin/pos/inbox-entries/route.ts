import { POS_MODULE } from "../../../../modules/pos"
import { inOrder, listPage } from "../../../../modules/pos/list-page"
import { presentInboxEntry } from "./present"
import { inboxEntryListQuerySchema } from "./validators"
import { defineRead } from "../../../utils/define-route"

/**
 * `GET /admin/pos/inbox-entries` → `{inbox_entries, count, count_is_lower_bound, offset, limit}`, newest first, without
 * payloads.
 */
export const GET = defineRead({
  access: "view",
  query: inboxEntryListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, ...filters } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const { ids, ...counted } = await pos.query((sql) =>
    listPage(sql, { list: "inboxEntries", filters, page: { limit, offset } })
  )
  const entries = inOrder(ids, await pos.listPosInboxEntries({ id: ids }, { take: null }))
  response.json({ inbox_entries: entries.map(presentInboxEntry), ...counted, offset, limit })
})
