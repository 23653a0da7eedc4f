import { call } from "../base/call.js"
import { guarded, say } from "../base/message.js"
import { organizationUuid } from "../base/session.js"

/**
 * Fills the library with goods that the sandbox makes up.
 * @param {() => Promise<void>} refresh
 */
export function addSampleGoods(refresh) {
  void guarded(async () => {
    await call(`organizations/${organizationUuid()}/seed`, { body: { products: 40 } })
    say("40 products were added")
    await refresh()
  })
}
