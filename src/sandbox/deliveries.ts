import http from "node:http"
import https from "node:https"
import axios from "axios"
import { v1 as uuidVersion1 } from "uuid"
import { type BrandNames, type EventName, TEST_MESSAGE } from "../pos-api/contract"
import { signNotification } from "../pos-api/signature"
import type { SandboxClock } from "./clock"
import type { Delivery, OrganizationState, StoredSubscription } from "./state/organization"

/** A destination must answer within this time (spec "Events"). */
const ANSWER_TIMEOUT_MS = 10_000

/** Seconds from one attempt to the next (spec "Events"): 10 × 60 s, 9 × 600 s, hourly for 70 hours. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [
  ...Array.from({ length: 10 }, () => 60),
  ...Array.from({ length: 9 }, () => 600),
  ...Array.from({ length: 70 }, () => 3_600),
]

const agents = {
  httpAgent: new http.Agent({ keepAlive: true, maxSockets: 64 }),
  httpsAgent: new https.Agent({ keepAlive: true, maxSockets: 64 }),
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** Signs and sends notifications, and retries them by the service's schedule. */
export class Deliveries {
  private readonly underWay = new Set<Promise<void>>()

  constructor(
    private readonly clock: SandboxClock,
    private readonly brand: BrandNames
  ) {}

  /** Sends an event to every subscription of the organisation that wants it; an empty list wants all. */
  publish(organization: OrganizationState, eventName: EventName, payload: unknown): void {
    for (const subscription of organization.subscriptions.values()) {
      if (subscription.eventNames.length === 0 || subscription.eventNames.includes(eventName)) {
        const delivery = this.compose(organization, subscription, eventName, payload)
        organization.deliveries.push(delivery)
        this.track(this.attempt(organization, delivery, 0))
      }
    }
  }

  /** Sends a test message and tells how it was answered; null: not at all. It is not retried. */
  async sendTestMessage(organization: OrganizationState, subscription: StoredSubscription): Promise<number | null> {
    const delivery = this.compose(organization, subscription, TEST_MESSAGE, { data: "payload" })
    organization.deliveries.push(delivery)
    return this.post(delivery)
  }

  /** Resolves when nothing is being sent; retries that wait for their time do not count. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) {
      await Promise.all(this.underWay)
    }
  }

  private compose(
    organization: OrganizationState,
    subscription: StoredSubscription,
    eventName: string,
    payload: unknown
  ): Delivery {
    const timestamp = this.clock.now().toISOString()
    const payloadText = JSON.stringify(payload)
    const messageId = uuidVersion1()
    return {
      messageId,
      eventName,
      subscriptionUuid: subscription.uuid,
      destination: subscription.destination,
      signature: signNotification(subscription.signingKey, timestamp, payloadText),
      body: JSON.stringify({
        organizationUuid: organization.uuid,
        messageUuid: messageId,
        eventName,
        messageId,
        payload: payloadText,
        timestamp,
      }),
      attempts: [],
    }
  }

  private track(work: Promise<void>): void {
    this.underWay.add(work)
    void work.finally(() => this.underWay.delete(work))
  }

  private async attempt(organization: OrganizationState, delivery: Delivery, retries: number): Promise<void> {
    const subscription = organization.subscriptions.get(delivery.subscriptionUuid)
    if (!subscription) {
      return
    }
    delivery.destination = subscription.destination
    if (isSuccess(await this.post(delivery))) {
      subscription.status = "ACTIVE"
      return
    }
    this.markFailing(organization, subscription)
    const delay = RETRY_DELAYS_SECONDS[retries]
    if (delay === undefined) {
      organization.subscriptions.delete(subscription.uuid)
      this.notice(organization, subscription, "The destination never answered; the subscription was deleted.")
      return
    }
    this.clock.schedule(delay, () => this.attempt(organization, delivery, retries + 1))
  }

  private markFailing(organization: OrganizationState, subscription: StoredSubscription): void {
    if (subscription.status !== "FAILING") {
      subscription.status = "FAILING"
      this.notice(organization, subscription, "The destination does not answer with 2xx; retries have begun.")
    }
  }

  private notice(organization: OrganizationState, subscription: StoredSubscription, message: string): void {
    organization.failureNotices.push({
      at: this.clock.now().toISOString(),
      contactEmail: subscription.contactEmail ?? "",
      subscriptionUuid: subscription.uuid,
      message,
    })
  }

  private async post(delivery: Delivery): Promise<number | null> {
    const at = this.clock.now().toISOString()
    const status = await axios
      .post(delivery.destination, delivery.body, {
        ...agents,
        timeout: ANSWER_TIMEOUT_MS,
        maxRedirects: 0,
        validateStatus: () => true,
        responseType: "text",
        headers: { "content-type": "application/json", [this.brand.signatureHeader]: delivery.signature },
      })
      .then((response) => response.status)
      // No answer is an outcome of its own: the attempt is listed without a status and retried.
      .catch(() => null)
    delivery.attempts.push({ at, status })
    return status
  }
}
