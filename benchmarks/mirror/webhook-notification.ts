import { createHmac, randomUUID } from "node:crypto"

const TIMESTAMP = "2026-11-21T10:11:12.131Z"

/** Products that a store sells at once; a burst of one product only would queue behind itself. */
const PRODUCTS = 200
const products = Array.from({ length: PRODUCTS }, () => ({ productUuid: randomUUID(), variantUuid: randomUUID() }))

/** A notification as the POS posts it: a change of stock at the POS, under a message id of its own. */
export function composeNotification(signingKey: string): { body: string; signature: string } {
  const product = products[Math.floor(Math.random() * PRODUCTS)]
  const entry = { locationUuid: randomUUID(), ...product }
  const payload = JSON.stringify({
    updated: { uuid: randomUUID(), timestamp: TIMESTAMP, userType: "USER", clientUuid: null },
    balanceBefore: [{ ...entry, balance: "10" }],
    balanceAfter: [{ ...entry, created: TIMESTAMP, balance: "9" }],
    externalUuid: null,
  })
  const body = JSON.stringify({
    messageUuid: randomUUID(),
    eventName: "InventoryBalanceChanged",
    messageId: randomUUID(),
    timestamp: TIMESTAMP,
    payload,
  })
  return { body, signature: createHmac("sha256", signingKey).update(`${TIMESTAMP}.${payload}`).digest("hex") }
}
