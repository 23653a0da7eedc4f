/** @import { Activity } from "../types.js" */
import { onActivity } from "./event-stream.js"
import { guarded } from "./message.js"
import { organizationUuid } from "./session.js"
import { throttle } from "./throttle.js"

/**
 * Reads a view again when something of these kinds happens in its organization, while it is shown.
 * @param {Element} view
 * @param {Activity["type"][]} kinds
 * @param {() => Promise<void>} refresh
 * @param {number} [milliseconds] between two readings, at least
 */
export function keepFresh(view, kinds, refresh, milliseconds = 1_000) {
  const refreshSoon = throttle(() => view.isConnected && void guarded(refresh), milliseconds)
  onActivity((activity) => {
    const isOurs = !("organizationUuid" in activity) || activity.organizationUuid === organizationUuid()
    if (kinds.includes(activity.type) && isOurs) {
      refreshSoon()
    }
  })
}
