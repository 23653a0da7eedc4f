import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import express from "express"
import { Pool } from "@medusajs/framework/pg"
import { z } from "zod"

/**
 * The floor of the webhook endpoint: a bare Express route that checks the same signature and inserts the same row with pg, and
 * nothing around it.
 */
const signingKey = process.env.BENCH_SIGNING_KEY ?? ""
const pool = new Pool({ connectionString: process.env.DATABASE_URL })

const notificationSchema = z.looseObject({
  eventName: z.string(),
  messageId: z.string(),
  timestamp: z.string(),
  payload: z.string(),
})
const payloadSchema = z.looseObject({ balanceAfter: z.array(z.looseObject({ productUuid: z.string() })) })

const app = express()
app.post("/notifications", express.raw({ type: "application/json", limit: "1mb" }), async (request, response) => {
  const { eventName, messageId, timestamp, payload } = notificationSchema.parse(JSON.parse(String(request.body)))
  const expected = createHmac("sha256", signingKey).update(`${timestamp}.${payload}`).digest()
  const given = Buffer.from(request.get("X-SERVICE-Signature") ?? "", "hex")
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.status(401).end()
    return
  }
  const { balanceAfter } = payloadSchema.parse(JSON.parse(payload))
  await pool.query(
    `INSERT INTO pos_inbox_entry
       (id, connection_id, natural_key, event_name, aggregate, source, payload, message_timestamp)
     VALUES ($1, 'floor', $2, $3, $4, 'webhook', $5, $6)
     ON CONFLICT (connection_id, natural_key) WHERE deleted_at IS NULL DO NOTHING`,
    [`posin_${randomUUID()}`, messageId, eventName, `stock:${balanceAfter[0]?.productUuid}`, payload, timestamp]
  )
  response.status(200).json({ received: true })
})

const server = createServer(app).listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/notifications` })}\n`)
})
