import { findRegisteredProviders } from "../../medusa-tables/orders/order-providers"
import type { PosModuleService } from "../../modules/pos/service"
import type { Looked } from "./finding"

const MEND =
  "Add `medusa-plugin-pos/providers/payment` and `medusa-plugin-pos/providers/fulfillment` to medusa-config.ts, both with " +
  'the id "pos" (docs/options.md), and start the shop anew; the orders that are there are named then, too.'

/** Whether orders of the counter tell how they were paid, or name Medusa's own providers. */
export async function lookAtProviders(pos: Pick<PosModuleService, "query">): Promise<Looked> {
  const facts = await pos.query(findRegisteredProviders)
  if (facts.payment && facts.fulfillment) {
    return { message: "Counter orders name what they were paid with", facts }
  }
  const missing = [...(facts.payment ? [] : ["payments"]), ...(facts.fulfillment ? [] : ["fulfilments"])].join(" and ")
  return {
    state: "notice",
    message: `The ${missing} of counter orders name Medusa's own provider`,
    ...{ mend: MEND, facts },
  }
}
