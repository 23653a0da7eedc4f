import { type HeldChange, listExpected, listHeldChanges, listOpenHolds } from "../../../../features/holds"
import { POS_MODULE } from "../../../../modules/pos"
import { defineRead } from "../../../utils/define-route"
import { heldChangeListQuerySchema } from "./validators"

/**
 * `GET /admin/pos/held-changes` → `{held_changes, holds, expected, count, count_is_lower_bound, offset, limit}`: the
 * changes of an open hold, which wait for a decision, with what the POS has and what it would get (prices in minor
 * units); for the groups `…_in_store` what the store has, and what the POS would give it. Those in state `passed` were
 * sent before the hold opened. `holds`: all open holds of the connection;
 * `expected`: mass changes that are allowed.
 */
export const GET = defineRead({
  access: "view",
  query: heldChangeListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, connection_id, change_group } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const holds = await pos.query((sql) => listOpenHolds(sql, connection_id))
  const expected = await pos.query((sql, now) => listExpected(sql, now, connection_id))
  const hold = holds.find((each) => change_group === undefined || each.change_group === change_group)
  const { rows, ...counted } = hold
    ? await pos.query((sql) => listHeldChanges(sql, hold.id, { limit, offset }))
    : { rows: [], count: 0, count_is_lower_bound: false }
  response.json({ held_changes: rows.map(presentHeldChange), holds, expected, ...counted, offset, limit })
})

/** Converts a held change for the API. */
function presentHeldChange(change: HeldChange) {
  const { id, product_id, title, change_group, state, changes, reason, noted_at } = change
  return { id, product_id, title, change_group, state, changes, reason, noted_at }
}
