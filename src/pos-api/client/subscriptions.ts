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
import type { AuthorizedSend } from "./authorized"
import { hasErrorType, PosApiError, PosNotFoundError, PosRefusedError } from "./errors"
import { itemsOf } from "./parse-items"

const LABEL = "webhook subscriptions"

const listedSchema = itemsOf(subscriptionSchema, ["uuid"])

/** A subscription as the service has it. `signingKey` null: it told none, and nothing can be held against it. */
export type KnownSubscription = Subscription & { signingKey: string | null }

/** Webhook subscriptions (spec "Webhook subscription interface"); seen only with the credential that made them. */
export function subscriptionsApi(send: AuthorizedSend, baseUrl: string) {
  const subscriptions = `${baseUrl}/organizations/${SELF}/subscriptions`

  /** Others' that cannot be read, such as those of another transport, cost ours nothing. */
  const list = async (): Promise<KnownSubscription[]> =>
    (await send(LABEL, { url: subscriptions }, listedSchema)).data.items.map(withKey)

  return {
    list,
    /**
     * Creates a subscription; the service sends a test message to a destination it does not know before it answers. What
     * an answer does not tell is read from the list, and one that stands there already under this UUID is taken up: its
     * own answer was lost.
     * @throws PosRefusedError, with one of the service's DESTINATION words where the address is wrong
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
      const told = "data" in answer ? subscriptionSchema.safeParse(answer.data).data : undefined
      if (told?.signingKey) {
        return withKey(told)
      }
      const listed = (await list()).find(({ uuid }) => uuid === subscription.uuid)
      if (listed) {
        return listed
      }
      if ("refusal" in answer) {
        throw answer.refusal
      }
      return withKey(told ?? { ...subscription, status: "ACTIVE" })
    },
    /** @throws PosNotFoundError */
    async update(uuid: string, change: SubscriptionUpdate): Promise<void> {
      await send(LABEL, { method: "put", url: `${subscriptions}/${uuid}`, data: change }, z.unknown())
    },
    /** Deletes a subscription by either path that the service has had for it; one that is gone is deleted. */
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

/** An empty key is none: whoever knows that could sign. */
const withKey = (subscription: Subscription): KnownSubscription => ({
  ...subscription,
  signingKey: subscription.signingKey || null,
})

/** A UUID that is used is refused by a word of its own, or in former words by the status alone. */
const mayExist = (error: unknown): error is PosRefusedError =>
  error instanceof PosRefusedError && !isDestinationWord(error.errorType)

/** Where the path is unknown, and not the subscription. */
const isOtherPath = (error: unknown): boolean =>
  error instanceof PosApiError &&
  (error.status === 404 || error.status === 405) &&
  !hasErrorType(error, ERROR_TYPES.subscriptionNotFound)
