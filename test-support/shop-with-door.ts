import { Counter } from "./counter"
import { POS_MODULE } from "../src/modules/pos"
import { associatedData } from "../src/modules/pos/associated-data"
import { bootShop } from "./boot-shop"
import { connect } from "./connect"
import { seedBenchmarkShop } from "./seed-shop"

/**
 * A whole shop whose door takes notifications under a key that the caller signs with. The connection is paused: it is the
 * door that is tried, not what comes after it.
 */
export async function shopWithDoor(signingKey: string) {
  const { container, app } = await bootShop()
  const shop = await seedBenchmarkShop(container)
  const counter = await Counter.open()
  const { connectionId } = await connect(container, shop, counter.apiKey)
  const pos = container.resolve(POS_MODULE)
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
  await pos.updatePosSubscriptions({
    id: subscription?.id,
    signing_key_sealed: await pos.seal(associatedData.signingKey(connectionId), signingKey),
  })
  await pos.updatePosConnections({ id: connectionId, state: "paused" })
  return { container, app, connectionId }
}
