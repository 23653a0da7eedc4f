import {
  organizationSchema,
  tokenErrorSchema,
  tokenResponseSchema,
  userSelfSchema,
} from "../../../../../src/pos-api/contract"
import { authorizationQuerySchema } from "../../oauth/authorization-request"
import { tokenFormSchema } from "../../oauth/token-grants"
import { ERRORS, GUARDED, ok, type Operation } from "../operation"

const text = { type: "string" }

/** OAuth 2.0, and the owner of a token (observed "Credentials and profile"). */
export const OAUTH_OPERATIONS: Operation[] = [
  {
    id: "requestToken",
    interface: "oauth",
    method: "post",
    path: "/token",
    summary: "Exchange an API key, an authorization code or a refresh token for an access token",
    scopes: [],
    access: "public",
    description:
      "An API key is taken by the client id in its claims, and by that of a registered application. " +
      "Any other client id is invalid_grant as specified, invalid_client as observed.",
    body: { schema: tokenFormSchema, contentType: "application/x-www-form-urlencoded" },
    answers: {
      200: ok("The token; a refresh token rotates", tokenResponseSchema),
      400: ok("invalid_grant, invalid_client, unauthorized_client or unsupported_grant_type", tokenErrorSchema),
      429: ERRORS.tooMany,
    },
  },
  {
    id: "authorize",
    interface: "oauth",
    method: "get",
    path: "/authorize",
    summary: "The consent page",
    scopes: [],
    access: "public",
    parameters: Object.keys(authorizationQuerySchema.shape).map((name) => ({
      name,
      in: "query" as const,
      required: ["response_type", "client_id", "scope", "redirect_uri"].includes(name),
      description: name === "scope" ? "separated by spaces" : name,
      schema: text,
    })),
    answers: {
      200: { description: "A page", content: { contentType: "text/html" } },
      400: ERRORS.badRequest,
      429: ERRORS.tooMany,
    },
  },
  {
    id: "decide",
    interface: "oauth",
    method: "post",
    path: "/authorize",
    summary: "What the consent page sends",
    scopes: [],
    access: "public",
    body: { contentType: "application/x-www-form-urlencoded" },
    answers: {
      303: { description: "Back to the application, with `code` or `error`", headers: { Location: "redirect_uri" } },
      400: ERRORS.badRequest,
      404: ERRORS.notFound,
      429: ERRORS.tooMany,
    },
  },
  {
    id: "getSelf",
    interface: "oauth",
    method: "get",
    path: "/users/self",
    summary: "Owner of the token",
    scopes: [],
    answers: { 200: ok("User and organization", userSelfSchema), ...GUARDED },
  },
  {
    id: "getSelfOlder",
    interface: "oauth",
    method: "get",
    path: "/users/me",
    summary: "Owner of the token, by the older path",
    scopes: [],
    access: "public",
    answers: { 302: ok("It is at /users/self") },
  },
  {
    id: "disconnect",
    interface: "oauth",
    method: "delete",
    path: "/application-connections/self",
    summary: "End the token's credential",
    scopes: [],
    answers: { 204: ok("Disconnected"), 404: ERRORS.notFound, ...GUARDED },
  },
  {
    id: "getOrganization",
    interface: "account",
    method: "get",
    path: "/api/resources/organizations/{organizationUuid}",
    summary: "The organization's profile",
    scopes: ["READ:USERINFO"],
    answers: { 200: ok("The profile", organizationSchema), ...GUARDED },
  },
]
