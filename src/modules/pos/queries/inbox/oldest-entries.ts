import { inboxLanes, type InboxLane, oldestFirst } from "./lanes"

const oldestIn = ({ condition }: InboxLane) => `(
    SELECT entry.reason, entry.created_at FROM pos_inbox_entry AS entry
    WHERE entry.connection_id = connection.id AND entry.state = 'pending' AND ${condition} AND entry.deleted_at IS NULL
    ORDER BY ${oldestFirst("entry")} LIMIT 1)`

/** The oldest entry that waits in each lane, beside `connection`: a look at each lane's index, however many wait. */
export const OLDEST_OF_LANES = inboxLanes.map(oldestIn).join(" UNION ALL ")
