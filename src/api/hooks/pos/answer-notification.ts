import type { ServerResponse } from "node:http"
import type { MedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../modules/pos"
import { NO_CONNECTION } from "../../../modules/pos/queries/inbox/door-refusals"
import { brandNames } from "../../../pos-api/contract"
import { acceptNotification } from "../../../workflows/inbox/accept-notification"
import { count } from "../../../telemetry/counts"
import { countRefusal } from "../../../workflows/inbox/count-refusals"
import { idSchema } from "../../utils/id-schema"

/**
 * The webhook door (spec "Events"). Verifies the signature over the raw body, stores the notification once, and
 * answers; everything else happens later. A test message is answered and changes nothing, also the one by which a
 * connection is tried before it is made.
 *
 * 200 stored or known already · 400 not a notification · 401 no or wrong signature · 404 unknown connection ·
 * 413 too large · 415 not JSON · 503 the signing key is being changed
 */
export async function answerNotification(request: MedusaRequest, response: ServerResponse): Promise<void> {
  if (!Buffer.isBuffer(request.body)) {
    count("pos_notifications_total", { outcome: "not-json" })
    answer(response, 415, { message: "A notification is JSON" })
    return
  }
  const connectionId = idSchema.safeParse(request.params.connection_id)
  if (!connectionId.success) {
    refuseUnknown(request.scope, response)
    return
  }
  const acceptance = await acceptNotification(request.scope, {
    connectionId: connectionId.data,
    rawBody: request.body,
    signature: [request.headers[await signatureHeaderOf(request.scope)]].flat().at(0) ?? null,
  })
  switch (acceptance.kind) {
    case "unknown-connection":
      answer(response, 404, UNKNOWN)
      return
    case "rejected":
      answer(response, acceptance.reason === "malformed" ? 400 : 401, { message: REFUSALS[acceptance.reason] })
      return
    case "keys-changing":
      answer(response, 503, { message: "The signing key is being changed; try again" })
      return
    case "test-message":
    case "stored":
      answer(response, 200, { received: true })
  }
}

/** Answers what addresses no connection that there could be, and counts it. */
export function refuseUnknown(container: MedusaContainer, response: ServerResponse): void {
  countRefusal(container, NO_CONNECTION)
  count("pos_notifications_total", { outcome: "unknown-connection" })
  answer(response, 404, UNKNOWN)
}

/** The header under which the service signs. */
async function signatureHeaderOf(container: MedusaContainer): Promise<string> {
  const { brand } = await container.resolve(POS_MODULE).getOptions()
  return brandNames(brand).signatureHeader
}

function answer(response: ServerResponse, status: number, content: object): void {
  const body = JSON.stringify(content)
  const head = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) }
  response.writeHead(status, head).end(body)
}

const UNKNOWN = { message: "There is no such connection" }

const REFUSALS = {
  malformed: "This is not a notification",
  "no-signature": "The signature is missing",
  "bad-signature": "The signature is wrong",
}
