import { type BrandNames, type EventName, TEST_MESSAGE } from "../../pos-api/contract"
import type { ActivityFeed } from "../activity/activity-feed"
import type { SandboxClock } from "../context/sandbox-clock"
import { planNotification } from "../faults/notification-faults"
import type { Delivery, OrganizationState, StoredSubscription } from "../state/organization"
import type { SandboxState } from "../state/sandbox-state"
import { composeDelivery } from "./compose-delivery"
import { rememberDelivery, rememberNotice, tellDelivery } from "./delivery-log"
import { MAX_CONCURRENT_POSTS, postNotification } from "./post-notification"
import { RETRY_DELAYS_SECONDS } from "./retry-schedule"
import { ConcurrencyQueue } from "./concurrency-queue"

/** A message that a fault holds back goes out after the next one, or after this many seconds. */
const REORDER_SECONDS = 5

/** One merchant's import of thousands of products holds up neither a sale nor another merchant. */
const lineOf = ({ uuid }: OrganizationState, eventName: string) => `${uuid}:${eventName}`

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

type Surroundings = {
  state: SandboxState
  clock: SandboxClock
  brand: BrandNames
  allowLoopback: boolean
  activity: ActivityFeed
}

/** Signs and sends notifications, and retries them by the service's schedule. */
export class Deliveries {
  private readonly queue = new ConcurrencyQueue(MAX_CONCURRENT_POSTS)
  private readonly held = new Map<string, Delivery[]>()

  constructor(private readonly surroundings: Surroundings) {}

  /** Sends an event to every subscription of the organisation that wants it; an empty list wants all. */
  publish(organization: OrganizationState, eventName: EventName, payload: unknown): void {
    let payloadText: string | null = null
    for (const subscription of organization.subscriptions.values()) {
      if (subscription.eventNames.length === 0 || subscription.eventNames.includes(eventName)) {
        payloadText ??= JSON.stringify(payload)
        const delivery = this.compose(organization, subscription, eventName, payloadText)
        rememberDelivery(organization, delivery)
        this.dispatch(organization, delivery)
      }
    }
  }

  /** Sends a test message and tells how it was answered; null: not at all. It is not retried. */
  async sendTestMessage(organization: OrganizationState, subscription: StoredSubscription): Promise<number | null> {
    const delivery = this.compose(organization, subscription, TEST_MESSAGE, JSON.stringify({ data: "payload" }))
    rememberDelivery(organization, delivery)
    const status = await this.post(organization, delivery)
    if (isSuccess(status)) {
      organization.knownDestinations.add(delivery.destination)
    }
    this.conclude(organization, delivery, isSuccess(status) ? "delivered" : "failed")
    return status
  }

  /** Sends a test message in its turn; however it is answered, nothing changes. */
  sendTestMessageLater(organization: OrganizationState, subscription: StoredSubscription): void {
    this.queue.add(lineOf(organization, TEST_MESSAGE), async () => {
      await this.sendTestMessage(organization, subscription)
    })
  }

  /** Takes up what a snapshot has left undelivered. */
  resume(organization: OrganizationState): void {
    for (const delivery of organization.deliveries.filter(({ state }) => state === "pending")) {
      this.attemptAt(organization, delivery, delivery.dueAt ?? this.surroundings.clock.now().getTime())
    }
  }

  /** Resolves when nothing is being sent; retries that wait for their time do not count. */
  async settled(): Promise<void> {
    await this.queue.idle()
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
  private dispatch(organization: OrganizationState, delivery: Delivery): void {
    const { state, clock } = this.surroundings
    const plan = planNotification(state.faults, delivery.eventName)
    switch (plan.kind) {
      case "lose":
        this.conclude(organization, delivery, "lost")
        return
      case "delay":
        this.attemptAt(organization, delivery, clock.now().getTime() + plan.seconds * 1_000)
        return
      case "reorder":
        this.hold(delivery)
        this.attemptAt(organization, delivery, clock.now().getTime() + REORDER_SECONDS * 1_000)
        return
      case "duplicate":
      case "none":
        this.enqueue(organization, delivery)
        for (let copy = 1; copy < plan.copies; copy++) {
          const twin = { ...delivery, attempts: [] }
          rememberDelivery(organization, twin)
          this.enqueue(organization, twin)
        }
    }
  }

  private enqueue(organization: OrganizationState, delivery: Delivery): void {
    this.queue.add(lineOf(organization, delivery.eventName), () => this.attempt(organization, delivery))
  }

  private hold(delivery: Delivery): void {
    this.held.set(delivery.subscriptionUuid, [...(this.held.get(delivery.subscriptionUuid) ?? []), delivery])
  }

  private releaseHeld(organization: OrganizationState, subscriptionUuid: string): void {
    const held = this.held.get(subscriptionUuid) ?? []
    this.held.delete(subscriptionUuid)
    held.forEach((delivery) => this.enqueue(organization, delivery))
  }

  private attemptAt(organization: OrganizationState, delivery: Delivery, at: number): void {
    delivery.dueAt = at
    this.surroundings.clock.scheduleAt(at, async () => {
      // A message that went out meanwhile is due no longer.
      if (delivery.dueAt === at) {
        await this.attempt(organization, delivery)
      }
    })
  }

  private async attempt(organization: OrganizationState, delivery: Delivery): Promise<void> {
    const subscription = organization.subscriptions.get(delivery.subscriptionUuid)
    if (!subscription || delivery.state !== "pending") {
      this.conclude(organization, delivery, delivery.state === "pending" ? "failed" : delivery.state)
      return
    }
    delivery.dueAt = null
    delivery.destination = subscription.destination
    if (isSuccess(await this.post(organization, delivery))) {
      subscription.status = "ACTIVE"
      this.conclude(organization, delivery, "delivered")
      this.releaseHeld(organization, subscription.uuid)
      return
    }
    this.markFailing(organization, subscription)
    const delay = RETRY_DELAYS_SECONDS[delivery.attempts.length - 1]
    if (delay === undefined) {
      this.conclude(organization, delivery, "failed")
      organization.subscriptions.delete(subscription.uuid)
      rememberNotice(
        organization,
        subscription,
        this.surroundings.clock.now(),
        "The destination never answered; the subscription was deleted."
      )
      return
    }
    this.attemptAt(organization, delivery, this.surroundings.clock.now().getTime() + delay * 1_000)
  }

  private conclude(organization: OrganizationState, delivery: Delivery, state: Delivery["state"]): void {
    delivery.state = state
    delivery.dueAt = null
    tellDelivery(this.surroundings.activity, organization, delivery)
  }

  private markFailing(organization: OrganizationState, subscription: StoredSubscription): void {
    if (subscription.status !== "FAILING") {
      subscription.status = "FAILING"
      rememberNotice(
        organization,
        subscription,
        this.surroundings.clock.now(),
        "The destination does not answer with 2xx; retries have begun."
      )
    }
  }

  private async post(organization: OrganizationState, delivery: Delivery): Promise<number | null> {
    const { clock, brand, allowLoopback } = this.surroundings
    const at = clock.now().toISOString()
    const headers = delivery.signature === "" ? {} : { [brand.signatureHeader]: delivery.signature }
    const status = await postNotification(delivery.destination, delivery.body, headers, allowLoopback)
    delivery.attempts.push({ at, status })
    tellDelivery(this.surroundings.activity, organization, delivery)
    return status
  }
}
