import type { BrandNames } from "../../../../src/pos-api/contract"
import type { ActivityFeed } from "../activity/activity-feed"
import type { SandboxClock } from "../context/sandbox-clock"
import type { Delivery, OrganizationState, StoredSubscription } from "../state/organization"
import type { SandboxState } from "../state/sandbox-state"
import { rememberNotice } from "./delivery-lists"
import { MAX_CONCURRENT_POSTS, postNotification } from "./post-notification"

/** Seconds from one attempt to the next (spec "Events"): 10 × 60 s, 9 × 600 s, hourly for 70 hours. */
const RETRY_DELAYS_SECONDS: readonly number[] = [
  ...Array.from({ length: 10 }, () => 60),
  ...Array.from({ length: 9 }, () => 600),
  ...Array.from({ length: 70 }, () => 3_600),
]

type Work = () => Promise<void>
type Waiting = { work: Work; next: Waiting | null }

/** Work of one kind, first come first served. */
class Line {
  // A chain: an array that gives its head away is copied every time, which a line of 100,000 feels.
  private first: Waiting | null = null
  private last: Waiting | null = null

  get isEmpty(): boolean {
    return this.first === null
  }

  add(work: Work): void {
    const first: Waiting = { work, next: null }
    if (this.last) {
      this.last.next = first
    } else {
      this.first = first
    }
    this.last = first
  }

  take(): Work | undefined {
    const firstAttempt = this.first
    this.first = firstAttempt?.next ?? null
    this.last = this.first ? this.last : null
    return firstAttempt?.work
  }
}

/** Runs work, at most so much at once: the lines take turns, and within one it goes in the order it came. */
export class ConcurrencyQueue {
  /** those that have work, the one whose turn it is first */
  private readonly lines = new Map<string, Line>()
  private readonly onIdle: (() => void)[] = []
  private underWay = 0

  constructor(private readonly atOnce: number) {}

  /** @param name of the line; a long one holds up no other */
  add(name: string, work: Work): void {
    const line = this.lines.get(name) ?? new Line()
    line.add(work)
    this.lines.set(name, line)
    this.pump()
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.underWay > 0 || this.lines.size > 0) {
      await new Promise<void>((resolve) => this.onIdle.push(resolve))
    }
  }

  private take(): Work | undefined {
    for (const [name, line] of this.lines) {
      const work = line.take()
      // It goes to the end of those that wait for their turn.
      this.lines.delete(name)
      if (!line.isEmpty) {
        this.lines.set(name, line)
      }
      return work
    }
    return undefined
  }

  private pump(): void {
    while (this.underWay < this.atOnce) {
      const work = this.take()
      if (!work) {
        break
      }
      this.underWay++
      void work().finally(() => {
        this.underWay--
        this.pump()
      })
    }
    if (this.underWay === 0 && this.lines.size === 0) {
      this.onIdle.splice(0).forEach((resolve) => resolve())
    }
  }
}

/** One merchant's import of thousands of products holds up neither a sale nor another merchant. */
const toLine = ({ uuid }: OrganizationState, eventName: string) => `${uuid}:${eventName}`

export const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** What deliveries are made in. */
export type Surroundings = {
  state: SandboxState
  clock: SandboxClock
  brand: BrandNames
  allowLoopback: boolean
  activity: ActivityFeed
}

/** Messages on their way: each in its line, tried again by the POS's schedule, and what becomes of it. */
export class DeliveryAttempts {
  private readonly queue = new ConcurrencyQueue(MAX_CONCURRENT_POSTS)
  /** Of each organization as it is now: what an earlier state of it held back is not the put back one's to send. */
  private readonly held = new WeakMap<OrganizationState, Delivery[]>()

  constructor(private readonly surroundings: Surroundings) {}

  /** Does work in the line of a merchant's messages of one kind. */
  inLine(organization: OrganizationState, eventName: string, work: () => Promise<void>): void {
    this.queue.add(toLine(organization, eventName), work)
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

  /** Sends a message in its turn. */
  enqueue(organization: OrganizationState, delivery: Delivery): void {
    this.inLine(organization, delivery.eventName, () => this.attempt(organization, delivery))
  }

  /** Keeps a message back until the next one of its subscription has gone out. */
  hold(organization: OrganizationState, delivery: Delivery): void {
    this.held.set(organization, [...(this.held.get(organization) ?? []), delivery])
  }

  private releaseHeld(organization: OrganizationState, subscriptionUuid: string): void {
    const held = this.held.get(organization) ?? []
    const isReleased = (delivery: Delivery) => delivery.subscriptionUuid === subscriptionUuid
    this.held.set(
      organization,
      held.filter((delivery) => !isReleased(delivery))
    )
    held.filter(isReleased).forEach((delivery) => this.enqueue(organization, delivery))
  }

  /** Sends a message at a moment, in milliseconds of the sandbox's clock. */
  attemptAt(organization: OrganizationState, delivery: Delivery, at: number): void {
    delivery.dueAt = at
    this.surroundings.clock.scheduleAt(at, async () => {
      // A message that went out meanwhile is due no longer.
      if (delivery.dueAt === at) {
        await this.attempt(organization, delivery)
      }
    })
  }

  private async attempt(organization: OrganizationState, delivery: Delivery): Promise<void> {
    // What was under way when an earlier state was put back is of an organization that is no longer there.
    const isKnown = this.surroundings.state.organizations.get(organization.uuid) === organization
    const subscription = isKnown ? organization.subscriptions.get(delivery.subscriptionUuid) : undefined
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

  /** How a message ended. */
  conclude(organization: OrganizationState, delivery: Delivery, state: Delivery["state"]): void {
    delivery.state = state
    delivery.dueAt = null
    reportDelivery(this.surroundings.activity, organization, delivery)
  }

  private markFailing(organization: OrganizationState, subscription: StoredSubscription): void {
    if (subscription.status !== "FAILING") {
      subscription.status = "FAILING"
      rememberNotice(
        organization,
        subscription,
        this.surroundings.clock.now(),
        "The destination does not answer with 2xx; retries have started."
      )
    }
  }

  /** Posts a message once. @returns the answer's status, or null when there was none */
  async post(organization: OrganizationState, delivery: Delivery): Promise<number | null> {
    const { clock, brand, allowLoopback } = this.surroundings
    const at = clock.now().toISOString()
    const headers = delivery.signature === "" ? {} : { [brand.signatureHeader]: delivery.signature }
    const isListener = organization.subscriptions.get(delivery.subscriptionUuid)?.isListener === true
    const mayBeHere = allowLoopback || isListener
    const status = await postNotification(delivery.destination, delivery.body, headers, mayBeHere)
    delivery.attempts.push({ at, status })
    reportDelivery(this.surroundings.activity, organization, delivery)
    return status
  }
}

function reportDelivery(activity: ActivityFeed, organization: OrganizationState, delivery: Delivery): void {
  const { messageId, eventName, destination, signature, state, attempts } = delivery
  activity.publish({
    type: "delivery",
    organizationUuid: organization.uuid,
    messageId,
    eventName,
    destination,
    signature,
    state,
    attempts: attempts.length,
    status: attempts.at(-1)?.status ?? null,
  })
}
