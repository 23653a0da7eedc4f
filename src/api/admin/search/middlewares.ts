import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { SEARCH_ENTITIES, type SearchEntity, type SearchGroup } from "../../../contract/dashboard-search"
import { searchEntities } from "../../../features/dashboard-search"
import { getErrorMessage } from "../../../runtime/errors"
import { seesMaskedFields } from "../../utils/masking"
import { hasPermission } from "../../utils/roles"
import { searchTextSchema } from "../../utils/schemas"

const querySchema = z.looseObject({ q: z.string().default(""), entity: z.array(z.string()).default([]) })
const pageSchema = z.looseObject({ skip: z.number().default(0), take: z.number().default(20) })
const answerSchema = z.looseObject({ results: z.array(z.looseObject({ entity: z.string() })) })

const isOurs = (name: string): name is SearchEntity => Object.hasOwn(SEARCH_ENTITIES, name)

/**
 * Adds what the POS has to Medusa's own search, `GET /admin/search`, which the dashboard calls for ⌘K. Medusa answers
 * for its own entities, and rejects a request with an entity that has neither an index nor a place in its list; so ours
 * are taken out of the request, and their groups are put into the answer. An index of Medusa's search module would keep
 * a second, searchable copy of receipts and cards.
 */
async function addPosResults(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  // Before Medusa 2.19 there is no such route, and nothing has validated the query.
  const query = querySchema.safeParse(request.validatedQuery)
  if (!query.success) {
    next()
    return
  }
  const { q, entity: names } = query.data
  const ours = names.filter(isOurs)
  if (ours.length === 0) {
    next()
    return
  }
  const groups = await searchAllowed(request, response, q, ours)
  const rest = names.filter((name) => !isOurs(name))
  if (rest.length === 0) {
    response.json({ results: groups })
    return
  }
  request.validatedQuery.entity = rest
  const send = response.json.bind(response)
  response.json = (body) => {
    const answer = answerSchema.safeParse(body)
    return send(
      answer.success ? { ...answer.data, results: sortByEntity(names, [...answer.data.results, ...groups]) } : body
    )
  }
  next()
}

const sortByEntity = <Group extends { entity: string }>(names: string[], groups: Group[]): Group[] =>
  [...groups].sort((left, right) => names.indexOf(left.entity) - names.indexOf(right.entity))

/**
 * Searches what the caller may see; a text that no search of the POS accepts finds nothing. A failure is logged, so that
 * Medusa's own results still arrive.
 */
async function searchAllowed(
  request: MedusaRequest,
  response: MedusaResponse,
  q: string,
  names: SearchEntity[]
): Promise<SearchGroup[]> {
  try {
    const { skip: offset, take: limit } = pageSchema.parse(request.queryConfig.pagination)
    const isGranted = {
      view: await hasPermission(request, response, "view"),
      finance: await seesMaskedFields(request, response),
    }
    const entities = names.filter((name) => isGranted[SEARCH_ENTITIES[name]])
    const text = searchTextSchema.safeParse(q)
    if (!text.success) {
      return entities.map((entity) => ({ entity, data: [], count: 0, offset, limit }))
    }
    const mayFindCashiers = isGranted.finance
    return await searchEntities(request.scope, { q: text.data, entities, offset, limit, mayFindCashiers })
  } catch (error) {
    request.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`Point of sale: GET /admin/search found nothing of the POS, ${getErrorMessage(error)}`)
    return []
  }
}

/** Older versions of Medusa have no such route; there the middleware has no effect. */
export const searchMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/search", methods: ["GET"], middlewares: [addPosResults] },
]
