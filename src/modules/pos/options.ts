import type { z } from "@medusajs/framework/zod"
import { type PosAddresses, singleOrigin } from "../../pos-api/client"
import { describeIssues } from "../../pos-api/contract"
import { InvalidPosOptionsError } from "./errors"
import { encryptionKeySchema, KEY_BYTES, pluginOptionsSchema } from "./options-schema"
import type { EncryptionKey } from "./sealed-secret"

/** Where the admin takes up a sign-in that the service has sent back. */
const SIGNED_IN_PAGE = "/app/settings/pos/signed-in"

/** What a shop writes in `plugins: [{ resolve: "medusa-plugin-pos", options }]`. */
export type PosPluginOptions = z.input<typeof pluginOptionsSchema>

type Parsed = z.output<typeof pluginOptionsSchema>

/** Those without a default of their own. */
type Unset =
  "serviceUrl" | "applicationId" | "publicUrl" | "contactEmail" | "keyPageUrl" | "transformProduct" | "alerts"

/** The options as the module uses them: null where nothing was set. */
export type PosOptions = Omit<Parsed, Unset | "addresses" | "oauth"> & {
  [Name in Exclude<Unset, "serviceUrl">]: NonNullable<Parsed[Name]> | null
} & {
  /** null until the shop has configured where the service is */
  addresses: PosAddresses | null
  /** null: merchants paste API keys. Holds the client secret. `redirectUrl` null: the shop's address is not known */
  oauth: { clientId: string; clientSecret: string; redirectUrl: string | null } | null
}

/**
 * Parses the plugin's options. Medusa adds keys of its own (`database`); only ours are kept.
 * @throws InvalidPosOptionsError naming each wrong option
 */
export function parseOptions(options: unknown, environment: NodeJS.ProcessEnv): PosOptions {
  const fromEnvironment = environment.POS_ENCRYPTION_KEY
  const parsed = pluginOptionsSchema.safeParse(options ?? {})
  if (!parsed.success) {
    throw new InvalidPosOptionsError(describeIssues(parsed.error, options ?? {}))
  }
  const {
    serviceUrl,
    addresses,
    applicationId,
    publicUrl,
    contactEmail,
    keyPageUrl,
    oauth,
    encryptionKeys,
    transformProduct,
    alerts,
    ...rest
  } = parsed.data
  return {
    ...rest,
    transformProduct: transformProduct ?? null,
    alerts: alerts ?? null,
    addresses: addresses ?? (serviceUrl ? singleOrigin(serviceUrl) : null),
    applicationId: applicationId ?? null,
    publicUrl: publicUrl ?? null,
    contactEmail: contactEmail ?? null,
    keyPageUrl: keyPageUrl ?? null,
    oauth: oauth ? { ...oauth, redirectUrl: oauth.redirectUrl ?? signedInPage(publicUrl) } : null,
    encryptionKeys: encryptionKeys.length > 0 || !fromEnvironment ? encryptionKeys : [environmentKey(fromEnvironment)],
  }
}

function signedInPage(publicUrl: string | undefined): string | null {
  return publicUrl ? `${publicUrl.replace(/\/+$/, "")}${SIGNED_IN_PAGE}` : null
}

function environmentKey(value: string): EncryptionKey {
  const parsed = encryptionKeySchema.safeParse({ id: "env", key: value })
  if (!parsed.success) {
    throw new InvalidPosOptionsError(`POS_ENCRYPTION_KEY: must be ${KEY_BYTES} bytes in base64`)
  }
  return parsed.data
}
