import { z } from "zod"
import {
  subscriptionCreateSchema,
  subscriptionSchema,
  subscriptionUpdateSchema,
} from "../../../../../src/pos-api/contract"
import { ERRORS, GUARDED, ok, type Operation } from "../operation"

const SUBSCRIPTIONS = "/organizations/{organizationUuid}/subscriptions"

const shared = { interface: "subscriptions", scopes: [], access: "token-or-api-key" } as const

/** A subscription is seen and changed only with the credential that made it (spec "Authentication" 2). */
export const SUBSCRIPTION_OPERATIONS: Operation[] = [
  {
    ...shared,
    id: "createSubscription",
    method: "post",
    path: SUBSCRIPTIONS,
    summary: "Create a webhook subscription",
    description:
      "Needs the scope of each event; an empty `eventNames` subscribes to all. A destination that is used for the " +
      "first time gets a TestMessage while this call runs; as observed (`testMessage`) it has no signature. The " +
      "parameters may also come in the query.",
    body: { schema: subscriptionCreateSchema },
    answers: {
      200: ok("The subscription with its signing key", subscriptionSchema),
      400: {
        ...ERRORS.badRequest,
        description:
          "transportName or uuid is missing, the uuid is used (as observed SUBSCRIPTION_ALREADY_EXIST), or " +
          "DESTINATION_NOT_ACCESSIBLE",
      },
      422: { ...ERRORS.invalid, description: "destination or contactEmail is missing or not valid" },
      500: { ...ERRORS.badRequest, description: "DESTINATION_RESPONDED_WITH_ERROR_CODE" },
      ...GUARDED,
    },
  },
  {
    ...shared,
    id: "listSubscriptions",
    method: "get",
    path: SUBSCRIPTIONS,
    summary: "The credential's subscriptions",
    answers: { 200: ok("Subscriptions", z.array(subscriptionSchema)), ...GUARDED },
  },
  {
    ...shared,
    id: "updateSubscription",
    method: "put",
    path: `${SUBSCRIPTIONS}/{subscriptionUuid}`,
    summary: "Change a subscription",
    body: { schema: subscriptionUpdateSchema },
    answers: {
      200: ok("Changed; there is no content"),
      400: { ...ERRORS.badRequest, description: "eventNames contains unsupported events" },
      404: ERRORS.notFound,
      422: { ...ERRORS.invalid, description: "destination is empty or not a valid HTTPS URL" },
      ...GUARDED,
    },
  },
  {
    ...shared,
    id: "updateNoSubscription",
    method: "put",
    path: SUBSCRIPTIONS,
    summary: "A change without a subscription's UUID",
    body: { schema: z.looseObject({}) },
    answers: { 405: { ...ERRORS.badRequest, description: "subscriptionUuid is missing" }, 429: ERRORS.tooMany },
  },
  ...(["", "/uuid"] as const).map((segment): Operation => ({
    ...shared,
    id: segment === "" ? "deleteSubscription" : "deleteSubscriptionByUuid",
    method: "delete",
    path: `${SUBSCRIPTIONS}${segment}/{subscriptionUuid}`,
    summary: segment === "" ? "Delete a subscription" : "Delete a subscription; the shape that one example shows",
    answers: { 204: ok("Deleted"), 404: ERRORS.notFound, ...GUARDED },
  })),
  {
    ...shared,
    id: "deleteNoSubscription",
    method: "delete",
    path: SUBSCRIPTIONS,
    summary: "A deletion without a subscription's UUID",
    answers: { 404: { ...ERRORS.notFound, description: "subscriptionUuid is missing" }, 429: ERRORS.tooMany },
  },
]
