import { z } from "@medusajs/framework/zod"
import { DEFAULT_BRAND } from "../../pos-api/contract"
import { type PosAddresses, posAddressesSchema, singleOrigin } from "../../pos-api/client"
import { InvalidPosOptionsError } from "./errors"
import type { EncryptionKey } from "./sealed-secret"

const KEY_BYTES = 32

const encryptionKeySchema = z
  .object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/), key: z.string() })
  .transform((entry) => ({ id: entry.id, key: Buffer.from(entry.key, "base64") }))
  .refine((entry) => entry.key.length === KEY_BYTES, { message: `key must be ${KEY_BYTES} bytes in base64` })

/** The service retries a notification for 72 hours; a message must be remembered longer than that. */
const MIN_RETENTION_DAYS = 4

const optionsSchema = z.object({
  serviceUrl: z.url().optional(),
  addresses: posAddressesSchema.optional(),
  brand: z.string().min(1).default(DEFAULT_BRAND),
  publicUrl: z.url().optional(),
  contactEmail: z.email().optional(),
  encryptionKeys: z.array(encryptionKeySchema).default([]),
  allowInsecureDestination: z.boolean().default(false),
  importThreshold: z.number().int().min(1).max(2_000).default(10),
  inboxRetentionDays: z.number().int().min(MIN_RETENTION_DAYS).default(90),
})

/** What a shop writes in `plugins: [{ resolve: "medusa-plugin-pos", options }]`. */
export type PosPluginOptions = z.input<typeof optionsSchema>

/** The options as the module uses them. */
export type PosOptions = {
  /** null until the shop has configured where the service is */
  addresses: PosAddresses | null
  /** the word that branded headers and payment types are made of */
  brand: string
  /** the shop's own public address; notifications are sent to it */
  publicUrl: string | null
  contactEmail: string | null
  encryptionKeys: EncryptionKey[]
  /** development only: destinations on plain HTTP and loopback */
  allowInsecureDestination: boolean
  /** from this many due products on they are sent by bulk import instead of one by one */
  importThreshold: number
  /** how long a notification that was dealt with is remembered, and its message id with it */
  inboxRetentionDays: number
}

/**
 * Parses the plugin's options. Medusa adds keys of its own (`database`); only ours are kept.
 * @throws InvalidPosOptionsError naming each wrong option
 */
export function parseOptions(options: unknown, environment: NodeJS.ProcessEnv): PosOptions {
  const fromEnvironment = environment.POS_ENCRYPTION_KEY
  const parsed = optionsSchema.safeParse(options ?? {})
  if (!parsed.success) {
    throw new InvalidPosOptionsError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")
    )
  }
  const { serviceUrl, addresses, publicUrl, contactEmail, encryptionKeys, ...rest } = parsed.data
  return {
    ...rest,
    addresses: addresses ?? (serviceUrl ? singleOrigin(serviceUrl) : null),
    publicUrl: publicUrl ?? null,
    contactEmail: contactEmail ?? null,
    encryptionKeys: encryptionKeys.length > 0 || !fromEnvironment ? encryptionKeys : [environmentKey(fromEnvironment)],
  }
}

function environmentKey(value: string): EncryptionKey {
  const parsed = encryptionKeySchema.safeParse({ id: "env", key: value })
  if (!parsed.success) {
    throw new InvalidPosOptionsError(`POS_ENCRYPTION_KEY: must be ${KEY_BYTES} bytes in base64`)
  }
  return parsed.data
}
