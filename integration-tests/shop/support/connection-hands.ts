import type { Staged } from "./use-mirror-stage"

type Line = { to: string; template: string; data: { title: string; description: string } }

/** What is known of a connection and told of it, and hands at its counter. */
export function connectionHands(here: Staged) {
  const anyStatus = () => ({ ...here.stage.admin, validateStatus: () => true })

  const connection = async () =>
    (await here.stage.get<{ connection: Record<string, unknown> }>(`/admin/pos/connections/${here.stage.connectionId}`))
      .connection

  const feed = async (title: string) => {
    const { notifications } = await here.stage.get<{ notifications: Line[] }>(
      "/admin/notifications?channel=feed&limit=100"
    )
    return notifications.filter(({ data }) => data.title.includes(title))
  }

  const check = async () => here.stage.catchUpNow()

  const service = async () => {
    const [subscription] = await here.stage.pos.listPosSubscriptions({ connection_id: here.stage.connectionId })
    const { subscriptions } = await here.stage.pos.clientOf(here.stage.connectionId)
    return { subscriptions, uuid: subscription?.subscription_uuid ?? "" }
  }

  const sell = async () =>
    here.stage.counter.sell([{ variantUuid: (await here.stage.variant("TROJA-M")).uuid, quantity: 1 }])

  const priceAtTill = async () => (await here.stage.variant("TROJA-M")).price

  return { anyStatus, connection, feed, check, service, sell, priceAtTill }
}
