import type { ConnectedStore } from "./use-connected-store"

type Line = { to: string; template: string; data: { title: string; description: string } }

/** Calls and expectations of tests about a connection. */
export function createConnectionDriver(here: ConnectedStore) {
  const anyStatus = () => ({ ...here.fixture.admin, validateStatus: () => true })

  const connection = async () =>
    (
      await here.fixture.get<{ connection: Record<string, unknown> }>(
        `/admin/pos/connections/${here.fixture.connectionId}`
      )
    ).connection

  const feed = async (title: string) => {
    const { notifications } = await here.fixture.get<{ notifications: Line[] }>(
      "/admin/notifications?channel=feed&limit=100"
    )
    return notifications.filter(({ data }) => data.title.includes(title))
  }

  const check = async () => here.fixture.catchUpNow()

  const service = async () => {
    const [subscription] = await here.fixture.pos.listPosSubscriptions({ connection_id: here.fixture.connectionId })
    const { subscriptions } = await here.fixture.pos.clientOf(here.fixture.connectionId)
    return { subscriptions, uuid: subscription?.subscription_uuid ?? "" }
  }

  const sell = async () =>
    here.fixture.posDriver.sell([{ variantUuid: (await here.fixture.variant("TROJA-M")).uuid, quantity: 1 }])

  const priceAtPos = async () => (await here.fixture.variant("TROJA-M")).price

  return { anyStatus, connection, feed, check, service, sell, priceAtPos }
}
