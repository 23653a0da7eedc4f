import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { POS_MODULE } from "../../../../modules/pos"
import { countProductLinks } from "../../../../modules/pos/queries/outbox/product-counts"
import { presentConnection } from "./present"

/** Answers `{connection}` as it stands now. @throws ConnectionNotFoundError */
export async function answerConnection(request: MedusaRequest, response: MedusaResponse, id: string): Promise<void> {
  const pos = request.scope.resolve(POS_MODULE)
  const connection = await pos.findConnection(id)
  response.json({ connection: presentConnection(connection, await pos.query((sql) => countProductLinks(sql, id))) })
}
