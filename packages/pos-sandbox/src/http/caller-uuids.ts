import { z } from "zod"
import { type PosProduct, uuidSchema } from "../../../../src/pos-api/contract"
import { type SandboxContext, speaksField } from "../context/sandbox-context"
import { PlainError } from "./http-error"

/** True for a UUID of version 1, which the POS wants of UUIDs that its callers choose. */
export const isUuidVersion1 = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(value)

const identifiedSchema = z.looseObject({ uuid: uuidSchema })
const patchSchema = z.looseObject({ variants: z.array(identifiedSchema).nullish() })
const productSchema = identifiedSchema.extend(patchSchema.shape)

/**
 * As observed a new product and its variants are refused whose UUIDs are not of version 1 (docs/reference/pos-api.md,
 * callerUuids). What is no UUID at all is left to the product's own schema.
 * @throws PlainError 422
 */
export function checkProductUuids(context: SandboxContext, product: unknown): void {
  const { uuid, variants } = productSchema.safeParse(product).data ?? {}
  requireVersion1(context, [uuid ?? [], (variants ?? []).map((variant) => variant.uuid)].flat())
}

/**
 * As observed an update is refused that adds a variant whose UUID is not of version 1. Variants that are there keep their
 * UUIDs.
 * @throws PlainError 422
 */
export function checkAddedVariantUuids(context: SandboxContext, known: PosProduct, patch: unknown): void {
  const existingUuids = new Set((known.variants ?? []).map(({ uuid }) => uuid))
  const { variants } = patchSchema.safeParse(patch).data ?? {}
  const added = (variants ?? []).filter(({ uuid }) => !existingUuids.has(uuid))
  requireVersion1(
    context,
    added.map(({ uuid }) => uuid)
  )
}

function requireVersion1(context: SandboxContext, chosen: string[]): void {
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
