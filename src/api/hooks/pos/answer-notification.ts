import type { ServerResponse } from "node:http"
import type { MedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../modules/pos"
import { countRejection, NO_CONNECTION } from "../../../runtime/webhook-rejections"
import { brandNames } from "../../../pos-api/contract"
import { acceptNotification } from "../../../features/connection"
import { count } from "../../../telemetry/counts"
import { idSchema } from "../../utils/schemas"

/**
 * Handles a request to the webhook endpoint (spec "Events"). It verifies the signature over the raw body, stores the
 * notification once, and responds; all processing happens later. A test message is answered and changes nothing, also
 * the one that tests a connection before it is created.
 *
 * 200 stored or already known · 400 not a notification · 401 no or wrong signature · 404 unknown connection · 413 too
 * large · 415 not JSON · 503 the signing key is being changed
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
    signature: [request.headers[await getSignatureHeader(request.scope)]].flat().at(0) ?? null,
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

/** Responds to a request for an impossible connection id, and counts it. */
export function refuseUnknown(container: MedusaContainer, response: ServerResponse): void {
  countRejection(container, NO_CONNECTION)
  count("pos_notifications_total", { outcome: "unknown-connection" })
  answer(response, 404, UNKNOWN)
}

/** Returns the name of the POS's signature header. */
async function getSignatureHeader(container: MedusaContainer): Promise<string> {
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
