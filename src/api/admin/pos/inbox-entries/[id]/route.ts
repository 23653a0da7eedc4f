import { POS_MODULE } from "../../../../../modules/pos"
import { requireRecord } from "../../../../../modules/pos/errors"
import { presentInboxEntry } from "../present"
import { pathId } from "../../../../utils/schemas"
import { defineRead } from "../../../../utils/define-route"

/** `GET /admin/pos/inbox-entries/:id` → `{inbox_entry}` with its payload. 404 when unknown. */
export const GET = defineRead({ access: "view" }).handle(async (request, response) => {
  const id = pathId(request)
  const [found] = await request.scope.resolve(POS_MODULE).listPosInboxEntries({ id })
  const entry = requireRecord(found, "event", id)
  response.json({ inbox_entry: { ...presentInboxEntry(entry), payload: entry.payload } })
})
