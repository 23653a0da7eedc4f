import type { AuthenticatedMedusaRequest, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { POS_MODULE } from "../../modules/pos"
import type { ConnectionRecord } from "../../modules/pos/connection-record"
import type { PosModuleService } from "../../modules/pos/service"
import type { ActivityKind } from "../../vocabulary/activity"
import { beginActivity, endActivity, type Facts } from "../../workflows/connection/record-activity"
import { reasonOf } from "../../workflows/queue/reason-of"
import { pathId } from "./id-schema"

/** What a person decides by calling a route, and what is kept of it. */
export type Decision<Request> = {
  kind: ActivityKind
  /** whose decision it is; left out where it belongs to no connection. Null: there is no such record */
  connectionId?: (request: Request, pos: PosModuleService) => Promise<string | null> | string
  /** what was asked for, chosen field by field: a body as it came may hold a key */
  asked?: (request: Request) => Facts
  /** what the decision changes, looked at before and after it */
  watch?: (pos: PosModuleService, connection: ConnectionRecord, request: Request) => Promise<Facts> | Facts
}

/** A route that takes something and decides nothing. */
export type NoDecision = { why: string }

export type Decides<Request> = Decision<Request> | NoDecision

/** Names a route whose call nobody has to be asked about later, and why. */
export const noDecision = (why: string): NoDecision => ({ why })

/** Tells to which connection a decision belongs that was not known before. */
export type Note = (connectionId: string) => void

export type Handler<Request> = (request: Request, response: MedusaResponse, note: Note) => Promise<void>

/** A handler as Medusa calls it, and what it decides. */
export type DecidingHandler<Request> = ((request: Request, response: MedusaResponse) => Promise<void>) & {
  decides: Decides<Request>
}

type AnyRequest = MedusaRequest<unknown> & Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>

const FIRST_FAILURE = 400

/**
 * A handler whose decision is a row before it is carried out, with how it ended and what it changed afterwards. What
 * concerns a record that there is none of is no decision: the handler says so.
 */
export function deciding<Request extends AnyRequest>(
  decides: Decides<Request>,
  handler: Handler<Request>
): DecidingHandler<Request> {
  const call = "why" in decides ? undecided(handler) : recorded(decides, handler)
  return Object.assign(call, { decides })
}

const undecided =
  <Request>(handler: Handler<Request>) =>
  (request: Request, response: MedusaResponse) =>
    handler(request, response, () => undefined)

function recorded<Request extends AnyRequest>(decision: Decision<Request>, handler: Handler<Request>) {
  return async (request: Request, response: MedusaResponse): Promise<void> => {
    const pos = request.scope.resolve(POS_MODULE)
    let connectionId = (await decision.connectionId?.(request, pos)) ?? null
    const find = async () => (connectionId === null ? [] : await pos.listPosConnections({ id: connectionId }))
    const [connection] = await find()
    const actor = request.auth_context
    if (!actor || (decision.connectionId && !connection)) {
      await undecided(handler)(request, response)
      return
    }
    const look = async (at: ConnectionRecord | undefined) => (at && (await decision.watch?.(pos, at, request))) ?? null
    const asked = decision.asked?.(request) ?? null
    const before = await look(connection)
    const id = await beginActivity(request.scope, { kind: decision.kind, connection_id: connectionId, actor, asked })
    const end = async (state: "done" | "failed") => {
      try {
        const [now] = await find()
        const after = await look(now)
        await endActivity(request.scope, { id, connection_id: connectionId, state, before, after })
      } catch (error) {
        // What was decided is carried out or refused, and the row says that it was begun.
        request.scope
          .resolve(ContainerRegistrationKeys.LOGGER)
          .warn(`pos: how ${decision.kind} (${id}) ended was not kept: ${reasonOf(error)}`)
      }
    }
    try {
      await handler(request, response, (known) => {
        connectionId = known
      })
    } catch (error) {
      await end("failed")
      throw error
    }
    await end(response.statusCode < FIRST_FAILURE ? "done" : "failed")
  }
}

/** For `connectionId`: the path names it. @throws NoSuchRecordError */
export const namedInPath = (request: MedusaRequest<unknown>): string => pathId(request)

/** For `connectionId`: the body names it. */
export const namedInBody = (request: { validatedBody: { connection_id: string } }): string =>
  request.validatedBody.connection_id

const MOST_KEPT = 100

/** Which records were named: how many, and the first of them. Null: all there are. */
export const named = (ids: string[] | undefined): Facts => ({
  count: ids?.length ?? null,
  ...(ids ? { ids: ids.slice(0, MOST_KEPT) } : {}),
})
