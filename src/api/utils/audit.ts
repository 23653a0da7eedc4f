import type { AuthenticatedMedusaRequest, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosModuleService } from "../../modules/pos/service"
import type { ActivityKind } from "../../contract/activity"
import { beginActivity, endActivity, type Facts } from "../../runtime/activity-log"
import { getErrorMessage } from "../../runtime/errors"
import { pathId } from "./schemas"

/** Audit rule of a route: the kind of decision that a call makes, and what the activity log records of it. */
export type AuditRule<Request> = {
  kind: ActivityKind
  /** the decision's connection; left out where it belongs to none. Null: the record does not exist */
  connectionId?: (request: Request, pos: PosModuleService) => Promise<string | null> | string
  /** the recorded request, field by field, because a raw body may contain a key */
  asked?: (request: Request) => Facts
  /** the values that the decision may change, read before and after it */
  watch?: (pos: PosModuleService, connection: ConnectionRecord, request: Request) => Promise<Facts> | Facts
}

/** Audit rule of a route whose calls are not recorded, with the reason. */
export type NotAudited = { why: string }

export type Audit<Request> = AuditRule<Request> | NotAudited

/** Creates the rule of a route whose calls are not recorded. @param why the reason */
export const notAudited = (why: string): NotAudited => ({ why })

/** Sets the connection of a decision that was not known before. */
export type Note = (connectionId: string) => void

export type Handler<Request> = (request: Request, response: MedusaResponse, note: Note) => Promise<void>

/** A Medusa route handler with its audit rule. */
export type AuditedHandler<Request> = ((request: Request, response: MedusaResponse) => Promise<void>) & {
  audit: Audit<Request>
}

type AnyRequest = MedusaRequest<unknown> & Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>

const FIRST_FAILURE = 400

/**
 * Wraps a handler so that its decision is recorded before it is executed, and its outcome and changes afterwards. A
 * request for a record that does not exist is not recorded; the handler answers it.
 */
export function audited<Request extends AnyRequest>(
  audit: Audit<Request>,
  handler: Handler<Request>
): AuditedHandler<Request> {
  const call = "why" in audit ? unaudited(handler) : recorded(audit, handler)
  return Object.assign(call, { audit })
}

const unaudited =
  <Request>(handler: Handler<Request>) =>
  (request: Request, response: MedusaResponse) =>
    handler(request, response, () => undefined)

function recorded<Request extends AnyRequest>(rule: AuditRule<Request>, handler: Handler<Request>) {
  return async (request: Request, response: MedusaResponse): Promise<void> => {
    const pos = request.scope.resolve(POS_MODULE)
    let connectionId = (await rule.connectionId?.(request, pos)) ?? null
    const find = async () => (connectionId === null ? [] : await pos.listPosConnections({ id: connectionId }))
    const [connection] = await find()
    const actor = request.auth_context
    if (!actor || (rule.connectionId && !connection)) {
      await unaudited(handler)(request, response)
      return
    }
    const look = async (at: ConnectionRecord | undefined) => (at && (await rule.watch?.(pos, at, request))) ?? null
    const requested = rule.asked?.(request) ?? null
    const before = await look(connection)
    const id = await beginActivity(request.scope, {
      kind: rule.kind,
      connection_id: connectionId,
      actor,
      asked: requested,
    })
    const end = async (state: "done" | "failed") => {
      try {
        const [now] = await find()
        const after = await look(now)
        await endActivity(request.scope, { id, connection_id: connectionId, state, before, after })
      } catch (error) {
        // The decision was executed or rejected, and its row already exists.
        request.scope
          .resolve(ContainerRegistrationKeys.LOGGER)
          .warn(`pos: how ${rule.kind} (${id}) ended was not kept: ${getErrorMessage(error)}`)
      }
    }
    try {
      await handler(request, response, (changedConnectionId) => {
        connectionId = changedConnectionId
      })
    } catch (error) {
      await end("failed")
      throw error
    }
    await end(response.statusCode < FIRST_FAILURE ? "done" : "failed")
  }
}

/** Returns the connection id in the path, for `connectionId`. @throws NoSuchRecordError */
export const connectionOfPath = (request: MedusaRequest<unknown>): string => pathId(request)

/** Returns the connection id in the body, for `connectionId`. */
export const connectionOfBody = (request: { validatedBody: { connection_id: string } }): string =>
  request.validatedBody.connection_id

/** Returns the connection of the plan in the path; null: the plan does not exist. */
export async function connectionOfPlan(request: MedusaRequest<unknown>, pos: PosModuleService): Promise<string | null> {
  const [plan] = await pos.listPosPlans({ id: pathId(request) })
  return plan?.connection_id ?? null
}

/** Returns the connection of the receipt in the path, for `connectionId`. */
export const connectionOfReceipt = async (
  request: MedusaRequest<unknown>,
  pos: PosModuleService
): Promise<string | null> => (await pos.listPosReceipts({ id: pathId(request) }))[0]?.connection_id ?? null

/** Records the reason that a person gave; nothing without one. */
export const reasoned = (reason: string | undefined): Facts => (reason === undefined ? {} : { reason })

const MOST_KEPT = 100

/** Records which ids a request named: their number, and the first of them. Null: all. */
export const toNamedIds = (ids: string[] | undefined): Facts => ({
  count: ids?.length ?? null,
  ids: ids?.slice(0, MOST_KEPT),
})
