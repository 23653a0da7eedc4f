import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { countProductLinks } from "../../../../features/catalog"
import { presentConnection } from "./present"

/** Responds with the current `{connection}`. @throws ConnectionNotFoundError */
export async function answerConnection(request: MedusaRequest, response: MedusaResponse, id: string): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(id)
  response.json({ connection: presentConnection(connection, await pos.query((sql) => countProductLinks(sql, id))) })
}
