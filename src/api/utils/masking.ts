import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MASK, maskPersonalData } from "../../contract/personal-data"
import { hasPermission } from "./roles"

/** Fields of answers that only callers with the right `pos:finance` see: cashiers' names and codes of gift cards. */
const MASKED_FIELDS = new Set(["cashier", "card_uuid", "gift_card_uuid"])

/** A field that has the POS's own text, whose names are the POS's. */
const RAW_FIELD = "payload"

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns an answer with the masked fields replaced, wherever they are in it. */
export function maskAnswer(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(maskAnswer)
  }
  if (typeof value !== "object" || value === null || !isPlain(value)) {
    return value
  }
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, maskField(name, held)]))
}

function maskField(name: string, value: unknown): unknown {
  if (MASKED_FIELDS.has(name)) {
    return value === null || value === undefined ? value : MASK
  }
  return name === RAW_FIELD ? maskRaw(value) : maskAnswer(value)
}

/** Masks what the POS sent; a text that is no JSON is masked as a whole, as nothing says what is in it. */
const maskRaw = (value: unknown): unknown =>
  typeof value === "string" && !value.startsWith("{") ? MASK : maskPersonalData(value)

/** Whether the caller may see the masked fields. */
export const seesMaskedFields = (request: MedusaRequest<unknown>, response: MedusaResponse): Promise<boolean> =>
  hasPermission(request, response, "finance")

/** Makes `response.json` mask what the caller may not see. */
export async function maskResponse(request: MedusaRequest<unknown>, response: MedusaResponse): Promise<void> {
  if (await seesMaskedFields(request, response)) {
    return
  }
  const send = response.json.bind(response)
  response.json = (body) => send(maskAnswer(body))
}
