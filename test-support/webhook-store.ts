import { PosDriver } from "./pos-driver"
import { POS_MODULE } from "../src/modules/pos"
import { associatedData } from "../src/modules/pos/sealed-secret"
import { bootStore } from "./boot-store"
import { connect } from "./connect"
import { seedBenchmarkStore } from "./seed-benchmark-store"

/**
 * A whole shop whose webhook endpoint takes notifications under a key that the caller signs with. The connection is paused: it is the
 * endpoint that is tried, not what comes after it.
 */
export async function createWebhookStore(signingKey: string) {
  const { container, app } = await bootStore()
  const shop = await seedBenchmarkStore(container)
  const posDriver = await PosDriver.open()
  const { connectionId } = await connect(container, shop, posDriver.apiKey)
  const pos = container.resolve(POS_MODULE)
  const [subscription] = await pos.listPosSubscriptions({ connection_id: connectionId })
  await pos.updatePosSubscriptions({
    id: subscription?.id,
    signing_key_sealed: await pos.seal(associatedData.signingKey(connectionId), signingKey),
  })
  await pos.updatePosConnections({ id: connectionId, state: "paused" })
  return { container, app, connectionId }
}
