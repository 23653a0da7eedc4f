import { z } from "zod"
import {
  ERROR_TYPES,
  isDestinationWord,
  SELF,
  type Subscription,
  type SubscriptionCreate,
  subscriptionSchema,
  type SubscriptionUpdate,
} from "../contract"
import type { AuthorizedSend } from "./token-provider"
import { hasErrorType, PosApiError, PosNotFoundError, PosRefusedError } from "./errors"
import { getItems } from "./read-items"

const LABEL = "webhook subscriptions"

const listedSchema = getItems(subscriptionSchema, ["uuid"])

/** A subscription at the POS. `signingKey` null: the POS returned none, and notifications cannot be verified. */
export type KnownSubscription = Subscription & { signingKey: string | null }

/**
 * Webhook subscription API (spec "Webhook subscription interface"). Only the credentials that created a subscription
 * see it.
 */
export function subscriptionsApi(send: AuthorizedSend, baseUrl: string) {
  const subscriptions = `${baseUrl}/organizations/${SELF}/subscriptions`

  /** Unreadable subscriptions of others, such as those of another transport, do not affect ours. */
  const list = async (): Promise<KnownSubscription[]> =>
    (await send(LABEL, { url: subscriptions }, listedSchema)).data.items.map(withKey)

  return {
    list,
    /**
     * Creates a subscription. The POS sends a test message to an unknown destination before it answers. What the answer
     * lacks is read from the list. A subscription that already exists under this UUID is used: its create answer was
     * lost.
     * @throws PosRefusedError, with one of the POS's DESTINATION error words when the address is wrong
     */
    async create(subscription: SubscriptionCreate): Promise<KnownSubscription> {
      const answer = await send(LABEL, { method: "post", url: subscriptions, data: subscription }, z.unknown()).catch(
        (error: unknown) => {
          if (!mayExist(error)) {
            throw error
          }
          return { refusal: error }
        }
      )
      const stored = "data" in answer ? subscriptionSchema.safeParse(answer.data).data : undefined
      if (stored?.signingKey) {
        return withKey(stored)
      }
      const listed = (await list()).find(({ uuid }) => uuid === subscription.uuid)
      if (listed) {
        return listed
      }
      if ("refusal" in answer) {
        throw answer.refusal
      }
      return withKey(stored ?? { ...subscription, status: "ACTIVE" })
    },
    /** Changes a subscription. @throws PosNotFoundError */
    async update(uuid: string, change: SubscriptionUpdate): Promise<void> {
      await send(LABEL, { method: "put", url: `${subscriptions}/${uuid}`, data: change }, z.unknown())
    },
    /** Deletes a subscription by either of the POS's paths. One that no longer exists counts as deleted. */
    async delete(uuid: string): Promise<void> {
      const remove = async (path: string) => send(LABEL, { method: "delete", url: path }, z.unknown())
      try {
        await remove(`${subscriptions}/${uuid}`).catch(async (error: unknown) => {
          if (!isOtherPath(error)) {
            throw error
          }
          await remove(`${subscriptions}/uuid/${uuid}`)
        })
      } catch (error) {
        if (!(error instanceof PosNotFoundError)) {
          throw error
        }
      }
    },
  }
}

/** Treats an empty key as none, because anyone could sign with it. */
const withKey = (subscription: Subscription): KnownSubscription => ({
  ...subscription,
  signingKey: subscription.signingKey || null,
})

/**
 * Returns whether an error means that the UUID is in use: by its own error word, or in older answers by the status
 * alone.
 */
const mayExist = (error: unknown): error is PosRefusedError =>
  error instanceof PosRefusedError && !isDestinationWord(error.errorType)

/** Returns whether the path is unknown, as opposed to the subscription. */
const isOtherPath = (error: unknown): boolean =>
  error instanceof PosApiError &&
  (error.status === 404 || error.status === 405) &&
  !hasErrorType(error, ERROR_TYPES.subscriptionNotFound)
