import * as http from "@medusajs/framework/http"
import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareFunction,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { FeatureFlagTypes } from "@medusajs/framework/types"
import * as utils from "@medusajs/framework/utils"
import { z } from "zod"
import { PosError } from "../../modules/pos/errors"
import { getErrorMessage } from "../../runtime/errors"
import { type Permission, PERMISSIONS, POLICIES, POLICY_RESOURCE } from "../../contract/permissions"

/**
 * Everything that the plugin takes from Medusa's roles (feature flag `rbac`), because it differs between minor
 * versions: up to 2.21 a middleware route carries `policies`, later a middleware `authorize` checks them. A version
 * that exports neither has no roles, and every route is open to each user of the admin.
 */

type Policy = { resource: string; operation: string }
type CreateCheck = (policy: Policy) => MiddlewareFunction
type WrapWithCheck = (handler: MiddlewareFunction, policy: Policy) => MiddlewareFunction
type DefinePolicies = (policies: object[]) => object

const optionalFunction = <Signature>() => z.custom<Signature>((value) => typeof value === "function").optional()

const httpSchema = z.looseObject({
  authorize: optionalFunction<CreateCheck>(),
  wrapWithPoliciesCheck: optionalFunction<WrapWithCheck>(),
})
const utilsSchema = z.looseObject({ definePolicies: optionalFunction<DefinePolicies>() })

/** Medusa's ways to check a policy, those that the installed version exports. */
export type RolesOfMedusa = Pick<z.infer<typeof httpSchema>, "authorize" | "wrapWithPoliciesCheck">

const installed: RolesOfMedusa = httpSchema.parse({ ...http })

const toPolicy = (permission: Permission): Policy => ({ resource: POLICY_RESOURCE, operation: permission })

/** Registers the policies, so that roles can name them. Null: the installed Medusa has none. */
export function registerPolicies(): object | null {
  const { definePolicies } = utilsSchema.parse({ ...utils })
  const policies = PERMISSIONS.map((permission) => ({ ...POLICIES[permission], ...toPolicy(permission) }))
  return definePolicies?.(policies) ?? null
}

/** The part of a middleware route that makes Medusa check a right before the route's own middlewares. */
export function requirePermission(
  permission: Permission,
  middlewares: MiddlewareFunction[],
  medusa: RolesOfMedusa = installed
): Pick<MiddlewareRoute, "middlewares" | "policies"> {
  const policy = toPolicy(permission)
  return medusa.authorize
    ? { middlewares: [medusa.authorize(policy), ...middlewares] }
    : { middlewares, policies: [policy] }
}

/** Whether roles are in use: Medusa's feature flag `rbac` is on. */
function areRolesOn(request: MedusaRequest<unknown>): boolean {
  const flags = request.scope.resolve<FeatureFlagTypes.IFlagRouter>(utils.ContainerRegistrationKeys.FEATURE_FLAG_ROUTER)
  return flags.isFeatureEnabled("rbac")
}

const pass = (_request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void => next()

/**
 * Asks Medusa's own check, the same that guards the routes, whether the caller has a right. Without roles everybody
 * has.
 */
export async function hasPermission(
  request: MedusaRequest<unknown>,
  response: MedusaResponse,
  permission: Permission,
  medusa: RolesOfMedusa = installed
): Promise<boolean> {
  const policy = toPolicy(permission)
  const check = medusa.authorize?.(policy) ?? medusa.wrapWithPoliciesCheck?.(pass, policy)
  if (!check || !areRolesOn(request)) {
    return true
  }
  const failure = await runCheck(check, request, response)
  if (failure === null) {
    return true
  }
  if (utils.MedusaError.isMedusaError(failure) && failure.type === utils.MedusaError.Types.FORBIDDEN) {
    return false
  }
  throw failure
}

/** Runs a check, which throws its error or passes it on. @returns the error; null: the check was passed */
async function runCheck(
  check: MiddlewareFunction,
  request: MedusaRequest<unknown>,
  response: MedusaResponse
): Promise<Error | null> {
  const failures: unknown[] = []
  try {
    await check(request, response, (error?: unknown) => {
      if (error !== undefined) {
        failures.push(error)
      }
    })
  } catch (error) {
    failures.push(error)
  }
  const [failure] = failures
  if (failure === undefined || failure instanceof Error) {
    return failure ?? null
  }
  return new PosError("pos_unexpected_state", `Could not check the right of a user: ${getErrorMessage(failure)}`)
}
