import { z } from "zod"
import { uuidSchema } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { PlainError } from "./http-error"

/** True for a UUID of version 1, which the POS wants of UUIDs that its callers choose. */
export const isUuidVersion1 = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(value)

const identifiedSchema = z.looseObject({ uuid: uuidSchema })
const productSchema = identifiedSchema.extend({ variants: z.array(identifiedSchema).nullish() })

/**
 * As observed a new product and its variants are refused whose UUIDs are not of version 1 (docs/reference/pos-api.md,
 * callerUuids). What is no UUID at all is left to the product's own schema.
 * @throws PlainError 422
 */
export function checkProductUuids(context: SandboxContext, product: unknown): void {
  const { uuid, variants } = productSchema.safeParse(product).data ?? {}
  const chosen = [uuid ?? [], (variants ?? []).map((variant) => variant.uuid)].flat()
  if (speaksField(context, "callerUuids") && !chosen.every(isUuidVersion1)) {
    throw new PlainError(422, { error: "Invalid uuid" })
  }
}

/**
 * As observed a path that names an organization by a UUID of another version is refused.
 * @throws PlainError 400
 */
export function checkOrganizationUuid(context: SandboxContext, named: string): void {
  if (speaksField(context, "callerUuids") && uuidSchema.safeParse(named).success && !isUuidVersion1(named)) {
    throw new PlainError(400, { message: `Invalid organization UUID: ${named}` })
  }
}
