import { z } from "zod"
import { POS_MODULE } from "../../../../modules/pos"
import { countProductLinks } from "../../../../features/catalog"
import { posConnectWorkflow } from "../../../../workflows"
import type { ErrorCode } from "../../../../contract/errors"
import { countProducts } from "../../../../features/monitoring"
import { presentConnection } from "./present"
import { connectionListQuerySchema, connectBodySchema } from "./validators"
import { defineRead, defineChange } from "../../../utils/define-route"

const unreachableSchema = z.object({
  type: z.string(),
  code: z.literal("pos_service_unreachable" satisfies ErrorCode),
  message: z.string(),
})

/**
 * `GET /admin/pos/connections?group_name` → `{connections, count, offset, limit}`: all connections or those of a group,
 * never with a secret. A `product_links.total` of 10,000 and more may be ten seconds old.
 */
export const GET = defineRead({
  access: "view",
  query: connectionListQuerySchema,
}).handle(async (request, response) => {
  const { limit, offset, group_name } = request.validatedQuery
  const pos = request.scope.resolve(POS_MODULE)
  const [connections, count] = await pos.listAndCountPosConnections(group_name === undefined ? {} : { group_name }, {
    take: limit,
    skip: offset,
  })
  const getCounts = await countProducts(
    request.scope,
    connections.map(({ id }) => id)
  )
  const shownConnections = connections.map((connection) => presentConnection(connection, getCounts(connection.id)))
  response.json({ connections: shownConnections, count, offset, limit })
})

/**
 * `POST /admin/pos/connections` connects an organization by its API key or a sign-in → 201 `{connection, run_id,
 * plan_id}`. The catalog is queued for the push; when the POS already has products there is a plan instead of a run.
 * 400 with a `code` for problems that the person can fix, 502 when the POS is not reachable; nothing is stored in both
 * cases.
 */
export const POST = defineChange({
  access: "manage",
  body: connectBodySchema,
  audit: {
    kind: "connect",
    asked: ({ validatedBody: asked }) => ({
      credentials: asked.api_key === undefined ? "sign-in" : "api-key",
      sales_channel_id: asked.sales_channel_id,
      stock_location_id: asked.stock_location_id,
      region_id: asked.region_id,
      outbound_settings: asked.outbound_settings,
      inbound_settings: asked.inbound_settings,
    }),
  },
}).handle(async (request, response, note) => {
  try {
    const { result } = await posConnectWorkflow(request.scope).run({ input: request.validatedBody })
    const pos = request.scope.resolve(POS_MODULE)
    note(result.connection_id)
    const connection = await pos.findConnection(result.connection_id)
    const counts = await pos.query((sql) => countProductLinks(sql, connection.id))
    response
      .status(201)
      .json({ connection: presentConnection(connection, counts), run_id: result.run_id, plan_id: result.plan_id })
  } catch (error) {
    // Medusa has no error type for an unreachable gateway, and errors of workflows lose their class.
    const unreachable = unreachableSchema.safeParse(error)
    if (!unreachable.success) {
      throw error
    }
    response.status(502).json(unreachable.data)
  }
})
