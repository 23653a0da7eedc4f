import type { Request, Response } from "express"
import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../../modules/pos"
import { brandNames } from "../../../pos-api/contract"
import { acceptNotification } from "../../../workflows/mirror/accept-notification"

/**
 * The webhook door (spec "Events"). Verifies the signature over the raw body, stores the notification once, and
 * answers; everything else happens later. A test message is answered and changes nothing, also the one by which a
 * connection is tried before it is made.
 *
 * 200 stored or known already · 400 not a notification · 401 no or wrong signature · 404 unknown connection ·
 * 413 too large · 415 not JSON · 503 the signing key is being changed
 */
export async function answerNotification(
  container: MedusaContainer,
  request: Request<{ connection_id?: string }>,
  response: Response
): Promise<void> {
  const refuse = (status: number, message: string) => {
    response.status(status).json({ message })
  }
  if (!Buffer.isBuffer(request.body)) {
    refuse(415, "A notification is JSON")
    return
  }
  const { brand } = await container.resolve(POS_MODULE).getOptions()
  const acceptance = await acceptNotification(container, {
    connectionId: request.params.connection_id ?? "",
    rawBody: request.body,
    signature: request.get(brandNames(brand).signatureHeader) ?? null,
  })
  switch (acceptance.kind) {
    case "unknown-connection":
      refuse(404, "There is no such connection")
      return
    case "rejected":
      refuse(acceptance.reason === "malformed" ? 400 : 401, REFUSALS[acceptance.reason])
      return
    case "keys-changing":
      refuse(503, "The signing key is being changed; try again")
      return
    case "test-message":
    case "stored":
      response.status(200).json({ received: true })
  }
}

const REFUSALS = {
  malformed: "This is not a notification",
  "no-signature": "The signature is missing",
  "bad-signature": "The signature is wrong",
}
