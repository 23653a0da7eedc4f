import { type EventName, TEST_MESSAGE } from "../../pos-api/contract"
import { type NotificationPlan, planNotification } from "../faults/notification-faults"
import { HttpError } from "../http/http-error"
import type { Delivery, OrganizationState, StoredSubscription } from "../state/organization"
import { composeDelivery } from "./compose-delivery"
import { DeliveryAttempts, isSuccess, type Surroundings } from "./delivery-attempts"
import { rememberDelivery } from "./delivery-log"

/** A message that a fault holds back goes out after the next one, or after this many seconds. */
const REORDER_SECONDS = 5

/** The same names, and nothing in them. */
const garbled = (payloadText: string) =>
  JSON.stringify(JSON.parse(payloadText), (name, value: unknown) => (name === "" ? value : null))

/** Signs and sends notifications, and retries them by the service's schedule. */
export class Deliveries {
  private readonly attempts: DeliveryAttempts

  constructor(private readonly surroundings: Surroundings) {
    this.attempts = new DeliveryAttempts(surroundings)
  }

  /** Sends an event to every subscription of the organisation that wants it; an empty list wants all. */
  publish(organization: OrganizationState, eventName: EventName, payload: unknown): void {
    let payloadText: string | null = null
    for (const subscription of organization.subscriptions.values()) {
      if (subscription.eventNames.length === 0 || subscription.eventNames.includes(eventName)) {
        payloadText ??= JSON.stringify(payload)
        const plan = planNotification(this.surroundings.state.faults, eventName)
        const text = plan.kind === "garble" ? garbled(payloadText) : payloadText
        const delivery = this.compose(organization, subscription, eventName, text)
        rememberDelivery(organization, delivery)
        this.dispatch(organization, delivery, plan)
      }
    }
  }

  /** Sends a test message and tells how it was answered; null: not at all. It is not retried. */
  async sendTestMessage(organization: OrganizationState, subscription: StoredSubscription): Promise<number | null> {
    const delivery = this.compose(organization, subscription, TEST_MESSAGE, JSON.stringify({ data: "payload" }))
    rememberDelivery(organization, delivery)
    const status = await this.attempts.post(organization, delivery)
    if (isSuccess(status)) {
      organization.knownDestinations.add(delivery.destination)
    }
    this.attempts.conclude(organization, delivery, isSuccess(status) ? "delivered" : "failed")
    return status
  }

  /** Sends a test message in its turn; however it is answered, nothing changes. */
  sendTestMessageLater(organization: OrganizationState, subscription: StoredSubscription): void {
    this.attempts.inLine(organization, TEST_MESSAGE, async () => {
      await this.sendTestMessage(organization, subscription)
    })
  }

  /**
   * Sends a message once more, as it was, to where its subscription is now. One that still waited is delivered by it;
   * what the subscription is held for does not change.
   * @throws HttpError 409 when the subscription is gone
   */
  async resend(organization: OrganizationState, delivery: Delivery): Promise<void> {
    const subscription = organization.subscriptions.get(delivery.subscriptionUuid)
    if (!subscription) {
      throw new HttpError(409, "CONFLICT", `Subscription ${delivery.subscriptionUuid} is gone; nobody is to be told`)
    }
    delivery.destination = subscription.destination
    const status = await this.attempts.post(organization, delivery)
    if (isSuccess(status)) {
      this.attempts.conclude(organization, delivery, "delivered")
    }
  }

  /** Takes up what a snapshot has left undelivered. */
  resume(organization: OrganizationState): void {
    this.attempts.resume(organization)
  }

  /** Resolves when nothing is being sent; retries that wait for their time do not count. */
  async settled(): Promise<void> {
    await this.attempts.settled()
  }

  private compose(
    organization: OrganizationState,
    subscription: StoredSubscription,
    eventName: string,
    payloadText: string
  ): Delivery {
    const { clock, state } = this.surroundings
    const message = { eventName, payloadText, at: clock.now() }
    return composeDelivery(organization, subscription, message, state.settings)
  }

  /** Sends a new message as the faults of the moment have it. */
  private dispatch(organization: OrganizationState, delivery: Delivery, plan: NotificationPlan): void {
    const { clock } = this.surroundings
    switch (plan.kind) {
      case "lose":
        this.attempts.conclude(organization, delivery, "lost")
        return
      case "delay":
        this.attempts.attemptAt(organization, delivery, clock.now().getTime() + plan.seconds * 1_000)
        return
      case "reorder":
        this.attempts.hold(organization, delivery)
        this.attempts.attemptAt(organization, delivery, clock.now().getTime() + REORDER_SECONDS * 1_000)
        return
      case "garble":
        this.attempts.enqueue(organization, delivery)
        return
      case "duplicate":
      case "none":
        this.attempts.enqueue(organization, delivery)
        for (let copy = 1; copy < plan.copies; copy++) {
          const twin = { ...delivery, attempts: [] }
          rememberDelivery(organization, twin)
          this.attempts.enqueue(organization, twin)
        }
    }
  }
}
