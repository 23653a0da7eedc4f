import { z } from "@medusajs/framework/zod"
import {
  SELF,
  type Subscription,
  type SubscriptionCreate,
  subscriptionListSchema,
  subscriptionSchema,
  type SubscriptionUpdate,
} from "../contract"
import type { AuthorizedSend } from "./authorized"

const LABEL = "webhook subscriptions"

/** Webhook subscriptions (spec "Webhook subscription interface"); seen only with the credential that made them. */
export function subscriptionsApi(send: AuthorizedSend, baseUrl: string) {
  const subscriptions = `${baseUrl}/organizations/${SELF}/subscriptions`
  return {
    /** Creates a subscription; the service sends a test message to a destination it does not know before it answers. */
    async create(subscription: SubscriptionCreate): Promise<Subscription> {
      return (await send(LABEL, { method: "post", url: subscriptions, data: subscription }, subscriptionSchema)).data
    },
    async list(): Promise<Subscription[]> {
      return (await send(LABEL, { url: subscriptions }, subscriptionListSchema)).data
    },
    /** @throws PosNotFoundError */
    async update(uuid: string, change: SubscriptionUpdate): Promise<void> {
      await send(LABEL, { method: "put", url: `${subscriptions}/${uuid}`, data: change }, z.unknown())
    },
    /** @throws PosNotFoundError */
    async delete(uuid: string): Promise<void> {
      await send(LABEL, { method: "delete", url: `${subscriptions}/${uuid}` }, z.unknown())
    },
  }
}
