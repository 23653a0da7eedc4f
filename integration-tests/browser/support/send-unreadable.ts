import { createHmac, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import axios from "axios"
import { z } from "zod"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { associatedData, openSecret } from "../../../src/modules/pos/sealed-secret"
import type { Places } from "../../../test-support/browser/demo-store"

const rowSchema = z.object({ connection_id: z.string(), destination: z.string(), signing_key_sealed: z.string() })

/** Sends the store a purchase that no one can read, signed as the POS signs: it ends as a dead letter. */
export async function sendUnreadablePurchase(places: Places): Promise<void> {
  const { secret } = z.looseObject({ secret: z.string() }).parse(JSON.parse(readFileSync(places.state_file, "utf8")))
  const database = knex({ client: "pg", connection: places.database_url })
  try {
    const rows = await database("pos_subscription").whereNull("deleted_at").select()
    const [row] = z.array(rowSchema).min(1).parse(rows)
    const keyring = [{ id: "demo", key: Buffer.from(secret, "base64") }]
    const key = openSecret(keyring, associatedData.signingKey(row?.connection_id ?? ""), row?.signing_key_sealed ?? "")
    const message = {
      messageId: randomUUID(),
      eventName: "PurchaseCreated",
      timestamp: new Date().toISOString(),
      payload: JSON.stringify({ amount: "much", userDisplayName: "Åsa Öberg", currency: "SEK" }),
    }
    const signature = createHmac("sha256", key).update(`${message.timestamp}.${message.payload}`).digest("hex")
    await axios.post(row?.destination ?? "", message, { headers: { "X-SERVICE-Signature": signature } })
  } finally {
    await database.destroy()
  }
}
