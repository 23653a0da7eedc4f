import { v1 as uuidVersion1, v4 as uuidVersion4 } from "uuid"
import { brandNames, type BrandNames, type EventName, TEST_MESSAGE } from "../../../../src/pos-api/contract"
import { signNotification } from "../../../../src/pos-api/signature"
import { ActivityFeed } from "../activity/activity-feed"
import { DeliveryAttempts, isSuccess, type Surroundings } from "../deliveries/delivery-attempts"
import { rememberDelivery } from "../deliveries/delivery-lists"
import { type NotificationPlan, planNotification, type RateCounter } from "../faults/fault"
import { HttpError } from "../http/http-error"
import { Journal } from "../journal/journal"
import type { DialectPoint } from "../state/dialect"
import type { Delivery, OrganizationState, Settings, StoredSubscription } from "../state/organization"
import { createSandboxState, type SandboxState } from "../state/sandbox-state"
import { SandboxClock } from "./sandbox-clock"

/** A message that a fault holds back goes out after the next one, or after this many seconds. */
const REORDER_SECONDS = 5

/** The same names, and nothing in them. */
const garbled = (payloadText: string) =>
  JSON.stringify(JSON.parse(payloadText), (name, value: unknown) => (name === "" ? value : null))

/** Signs and sends notifications, and retries them by the POS's schedule. */
class Deliveries {
  private readonly attempts: DeliveryAttempts

  constructor(private readonly surroundings: Surroundings) {
    this.attempts = new DeliveryAttempts(surroundings)
  }

  /** Sends an event to every subscription of the organization that wants it; an empty list wants all. */
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

  /** Sends a test message → how it was answered; null: not at all. It is not retried. */
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
      throw new HttpError(
        409,
        "CONFLICT",
        `Subscription ${delivery.subscriptionUuid} is deleted, so no message is sent`
      )
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

/**
 * Writes and signs one notification. The signed text is `<timestamp>.<payload>` with the payload's text, which is
 * in the body as a JSON string, or raw as an object (observed "Webhooks"). As observed the body is laid out for
 * people. With every oddity the signature is in upper case, and a test message has an object, no timestamp and no
 * signature.
 * @param payloadText the payload as JSON
 */
function composeDelivery(
  organization: OrganizationState,
  subscription: StoredSubscription,
  message: { eventName: string; payloadText: string; at: Date },
  { payloadForm, dialect }: Pick<Settings, "payloadForm" | "dialect">
): Delivery {
  const { eventName, payloadText } = message
  const timestamp = message.at.toISOString()
  const messageId = uuidVersion1()
  const isObserved = dialect.testMessage !== "spec"
  const isBare = dialect.testMessage === "odd" && eventName === TEST_MESSAGE
  const envelope = {
    organizationUuid: organization.uuid,
    messageUuid: messageId,
    eventName,
    messageId,
    timestamp: isBare ? undefined : timestamp,
  }
  const payload = isBare || payloadForm === "object" ? payloadText : JSON.stringify(payloadText)
  const signature = signNotification(subscription.signingKey, timestamp, payloadText)
  return {
    messageId,
    eventName,
    subscriptionUuid: subscription.uuid,
    destination: subscription.destination,
    signature: isBare ? "" : dialect.signatureCase === "odd" ? signature.toUpperCase() : signature,
    body: isObserved
      ? `${JSON.stringify(envelope, null, 2).slice(0, -2)},\n  "payload": ${payload}\n}`
      : `${JSON.stringify(envelope).slice(0, -1)},"payload":${payload}}`,
    attempts: [],
    state: "pending",
    dueAt: null,
  }
}

/** What all parts of one sandbox share: its knowledge (`state`), and what works on it. */
export type SandboxContext = {
  state: SandboxState
  clock: SandboxClock
  brand: BrandNames
  ids: Ids
  /** lets destinations be plain HTTP, and images be fetched, on this machine */
  allowLoopback: boolean
  /** lets the control routes answer other machines, too, by their token alone */
  openControl: boolean
  /** client ids that the assertion grant accepts beside the key's own and those of registered applications */
  applicationIds: ReadonlySet<string>
  /** organizations whose first call of the purchases has failed (docs/reference/pos-api.md, errorBodies) */
  failedPurchases: Set<string>
  /** calls that count against a budget, by interface and caller */
  rateCounters: Map<string, RateCounter>
  deliveries: Deliveries
  activity: ActivityFeed
  /** every call of the POS; not part of a snapshot */
  journal: Journal
}

export function createSandboxContext(options: {
  brand?: string
  allowLoopback: boolean
  openControl?: boolean
  controlToken?: string
  applicationIds?: readonly string[]
}): SandboxContext {
  const { allowLoopback, openControl = false } = options
  const clock = new SandboxClock()
  const brand = brandNames(options.brand)
  const state = createSandboxState(options.controlToken)
  const activity = new ActivityFeed()
  const deliveries = new Deliveries({ state, clock, brand, allowLoopback, activity })
  clock.beforeAdvance(() => deliveries.settled())
  const rateCounters = new Map<string, RateCounter>()
  const journal = new Journal()
  const applicationIds = new Set(options.applicationIds)
  const shared = { state, clock, brand, ids: randomIds, allowLoopback, openControl, rateCounters, applicationIds }
  return { ...shared, deliveries, activity, journal, failedPurchases: new Set() }
}

/** @throws HttpError 404 */
export function findOrganization(context: SandboxContext, uuid: string): OrganizationState {
  const organization = context.state.organizations.get(uuid)
  if (!organization) {
    throw new HttpError(404, "NOT_FOUND", `There is no organization ${uuid}`)
  }
  return organization
}

/** True where the sandbox is to answer as the running POS was observed to (`field`, `odd`), not as it is specified. */
export function speaksField(context: Pick<SandboxContext, "state">, point: DialectPoint): boolean {
  return context.state.settings.dialect[point] !== "spec"
}

/** True where the sandbox is to show the oddity of a point, which public clients may not bear. */
export function speaksOdd(context: Pick<SandboxContext, "state">, point: DialectPoint): boolean {
  return context.state.settings.dialect[point] === "odd"
}

/** Where new identifiers come from: by chance, or from a seed, so that seeded data is the same each time. */
export type Ids = {
  /** version 1, of a moment: what the POS names things by */
  timed(at: Date): string
  /** version 4 */
  random(): string
}

const randomIds: Ids = {
  timed: (at) => uuidVersion1({ msecs: at.getTime() }),
  random: () => uuidVersion4(),
}
