import { container as shop } from "@medusajs/framework"
import { POS_MODULE } from "../../modules/pos"
import type { ApplicationPart } from "../../modules/pos/application-parts"
import { makeOwnIndexes } from "../../medusa-tables/changes/make-own-indexes"
import { goOnBeside } from "../queue/background"
import { withLease } from "../queue/with-lease"

/** Makes our indexes on Medusa's tables. */
export const changeIndexesPart: ApplicationPart = {
  name: "change-indexes",
  start() {
    const pos = shop.resolve(POS_MODULE)
    const made = withLease(shop, "change-indexes", async () => pos.query(makeOwnIndexes))
    goOnBeside(
      shop,
      "making indexes",
      made.then(() => undefined)
    )
  },
  async end() {},
}
