import { randomBytes } from "node:crypto"
import { type Request, type RequestHandler, Router } from "express"
import { z } from "zod"
import {
  EVENT_NAMES,
  EVENTS,
  isEventName,
  MAX_CONTACT_EMAIL_LENGTH,
  SUBSCRIPTION_ERROR_CODES,
  WEBHOOK_TRANSPORT,
} from "../../../../src/pos-api/contract"
import { type Caller, type CallerHandler, forCaller, requireScopes } from "../http/auth"
import { isAllowedDestination } from "../deliveries/post-notification"
import { errorWord } from "../http/answer-error"
import { isUuidVersion1 } from "../http/caller-uuids"
import { HttpError, parseOr } from "../http/http-error"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import type { OrganizationState, StoredSubscription } from "../state/organization"
import { v1 as uuidVersion1 } from "uuid"
import { keepNewest } from "../state/keep-newest"

const SUBSCRIPTIONS = "/organizations/:organizationUuid/subscriptions"

/** The parameters come as a JSON body, or as query parameters (spec "Webhook subscription interface"). */
const parametersSchema = z.looseObject({
  uuid: z.string().optional(),
  transportName: z.string().optional(),
  eventNames: z
    .union([z.array(z.string()), z.string()])
    .transform((names) => (Array.isArray(names) ? names : names.split(",").filter(Boolean)))
    .optional(),
  destination: z.string().optional(),
  contactEmail: z.string().optional(),
})

type Parameters = z.output<typeof parametersSchema>

const refuse = (status: number, errorType: string, message: string, propertyName?: string) =>
  new HttpError(status, errorType, message, propertyName ? [{ propertyName, developerMessage: message }] : [])

/** Webhook subscriptions with every row of the spec's error table. */
export function subscriptionRoutes(context: SandboxContext): Router {
  const router = Router()
  const route = (handle: CallerHandler): RequestHandler => forCaller(context, [], handle, { apiKey: true })

  router.post(
    SUBSCRIPTIONS,
    route(async (caller, request, response) => {
      const input = readParameters(request)
      const subscription = checkNew(context, caller, input)
      const { organization } = caller
      organization.subscriptions.set(subscription.uuid, subscription)
      if (!organization.knownDestinations.has(subscription.destination)) {
        const status = await context.deliveries.sendTestMessage(organization, subscription)
        if (status === null || status < 200 || status > 299) {
          organization.subscriptions.delete(subscription.uuid)
          throw status === null
            ? refuse(400, SUBSCRIPTION_ERROR_CODES.destinationNotAccessible, "The destination is not accessible")
            : refuse(
                500,
                SUBSCRIPTION_ERROR_CODES.destinationRespondedWithErrorCode,
                speaksField(context, "errorBodies")
                  ? `Server responded with HTTP ${status}`
                  : `The destination answered the test message with ${status}`
              )
        }
      }
      response.json(shown(subscription, context.state.settings.signingKeysTold === "always"))
    })
  )

  router.get(
    SUBSCRIPTIONS,
    route(({ organization, owner }, _request, response) => {
      const ownSubscriptions = [...organization.subscriptions.values()].filter((item) => item.owner === owner)
      response.json(ownSubscriptions.map((item) => shown(item, context.state.settings.signingKeysTold !== "never")))
    })
  )

  router.put(
    `${SUBSCRIPTIONS}/:subscriptionUuid`,
    route((caller, request, response) => {
      const subscription = findOwn(context, caller, request.params.subscriptionUuid)
      const input = readParameters(request)
      if (input.transportName !== undefined && input.transportName !== subscription.transportName) {
        throw refuse(400, "BAD_REQUEST", "transportName cannot change", "transportName")
      }
      if (input.eventNames !== undefined) {
        checkEvents(caller, input.eventNames)
      }
      if (input.destination !== undefined && !isAllowedDestination(input.destination, context.allowLoopback)) {
        throw refuse(422, "UNPROCESSABLE", "destination must be a valid HTTPS URL", "destination")
      }
      if (input.contactEmail !== undefined) {
        checkEmail(input.contactEmail)
      }
      const { eventNames, destination, contactEmail } = { ...subscription, ...input }
      Object.assign(subscription, { eventNames, destination, contactEmail, updated: context.clock.now().toISOString() })
      if (!caller.organization.knownDestinations.has(destination)) {
        // The table of errors has no row for its failure: it comes out with the first event.
        context.deliveries.sendTestMessageLater(caller.organization, subscription)
      }
      response.status(200).end()
    })
  )

  router.put(SUBSCRIPTIONS, (_request, _response, next) => {
    next(refuse(405, "METHOD_NOT_ALLOWED", "subscriptionUuid is missing"))
  })

  router.delete(
    [`${SUBSCRIPTIONS}/:subscriptionUuid`, `${SUBSCRIPTIONS}/uuid/:subscriptionUuid`],
    route((caller, request, response) => {
      const { uuid } = findOwn(context, caller, request.params.subscriptionUuid)
      caller.organization.subscriptions.delete(uuid)
      response.status(204).end()
    })
  )

  router.delete(SUBSCRIPTIONS, (_request, _response, next) => {
    next(refuse(404, "NOT_FOUND", "subscriptionUuid is missing"))
  })

  return router
}

function readParameters(request: Request): Parameters {
  const body = parseOr(400, z.looseObject({}), request.body ?? {})
  return parseOr(400, parametersSchema, { ...request.query, ...body })
}

function shown({ owner: _owner, signingKey, ...subscription }: StoredSubscription, withKey: boolean) {
  return { ...subscription, signingKey: withKey ? signingKey : undefined }
}

function findOwn(
  context: SandboxContext,
  { organization, owner }: Caller,
  uuid: string | undefined
): StoredSubscription {
  const subscription = uuid === undefined ? undefined : organization.subscriptions.get(uuid)
  if (!subscription || subscription.owner !== owner) {
    const errorType = errorWord(context, "NOT_FOUND", "SUBSCRIPTION_NOT_FOUND")
    throw refuse(404, errorType, `There is no subscription ${uuid}`)
  }
  return subscription
}

function checkNew(context: SandboxContext, caller: Caller, input: Parameters): StoredSubscription {
  const { uuid, transportName, eventNames = [], destination, contactEmail } = input
  if (transportName !== WEBHOOK_TRANSPORT) {
    throw refuse(400, "BAD_REQUEST", `transportName must be ${WEBHOOK_TRANSPORT}`, "transportName")
  }
  if (!uuid || !isUuidVersion1(uuid)) {
    throw refuse(400, "BAD_REQUEST", "uuid must be a UUID of version 1", "uuid")
  }
  if ([...context.state.organizations.values()].some((organization) => organization.subscriptions.has(uuid))) {
    const errorType = errorWord(context, "BAD_REQUEST", "SUBSCRIPTION_ALREADY_EXIST")
    throw refuse(400, errorType, "uuid is already used by a subscription", "uuid")
  }
  if (!destination) {
    throw refuse(422, "UNPROCESSABLE", "destination is missing", "destination")
  }
  checkEmail(contactEmail)
  if (!isAllowedDestination(destination, context.allowLoopback)) {
    throw refuse(400, SUBSCRIPTION_ERROR_CODES.destinationNotAccessible, "destination must be a public HTTPS URL")
  }
  checkEvents(caller, eventNames)
  return {
    uuid,
    transportName,
    eventNames,
    updated: context.clock.now().toISOString(),
    destination,
    contactEmail,
    status: "ACTIVE",
    signingKey: randomBytes(32).toString("base64url"),
    owner: caller.owner,
  }
}

function checkEvents(caller: Caller, eventNames: string[]): void {
  const unsupported = eventNames.filter((name) => !isEventName(name))
  if (unsupported.length > 0) {
    throw refuse(400, "BAD_REQUEST", `Unsupported events: ${unsupported.join(", ")}`, "eventNames")
  }
  const wantedNames = eventNames.length === 0 ? EVENT_NAMES : eventNames.filter(isEventName)
  requireScopes(caller, [...new Set(wantedNames.flatMap((name) => EVENTS[name].scope ?? []))])
}

function checkEmail(contactEmail: string | undefined): void {
  if (!z.email().max(MAX_CONTACT_EMAIL_LENGTH).safeParse(contactEmail).success) {
    throw refuse(422, "UNPROCESSABLE", "contactEmail must be a valid address", "contactEmail")
  }
}

type Wanted = Pick<StoredSubscription, "eventNames" | "destination" | "contactEmail" | "owner"> & {
  /** made at random without */
  signingKey?: string | undefined
  isListener?: boolean
}

/** Subscribes without a test message: who is to receive it may well start after the sandbox. */
export function addSubscription(
  context: SandboxContext,
  organization: OrganizationState,
  { signingKey = randomBytes(32).toString("base64url"), ...wanted }: Wanted
): StoredSubscription {
  const subscription: StoredSubscription = {
    uuid: uuidVersion1(),
    transportName: WEBHOOK_TRANSPORT,
    updated: context.clock.now().toISOString(),
    status: "ACTIVE",
    ...wanted,
    signingKey,
  }
  organization.subscriptions.set(subscription.uuid, subscription)
  organization.knownDestinations.add(subscription.destination)
  keepNewest(organization.knownDestinations)
  return subscription
}
