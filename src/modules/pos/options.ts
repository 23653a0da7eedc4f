import { z } from "zod"
import { PROVIDER_PRESETS, type ProviderPreset } from "../../contract/providers"
import { type PosAddresses, posAddressesSchema, singleOrigin } from "../../pos-api/client"
import { DEFAULT_BRAND, describeIssues } from "../../pos-api/contract"
import { InvalidPosOptionsError } from "./errors"
import {
  encryptionKeySchema,
  KEY_BYTES,
  pluginOptionsSchema,
  PUBLISHED_LIMITS,
  type RateLimits,
} from "./options-schema"
import type { EncryptionKey } from "./sealed-secret"

/** Admin page to which the POS redirects after a sign-in. */
const SIGNED_IN_PAGE = "/app/settings/pos/signed-in"

/** The options of `plugins: [{ resolve: "medusa-plugin-pos", options }]`. */
export type PosPluginOptions = z.input<typeof pluginOptionsSchema>

type Parsed = z.output<typeof pluginOptionsSchema>

/** Options without a default. */
type Unset =
  "serviceUrl" | "applicationId" | "publicUrl" | "contactEmail" | "keyPageUrl" | "transformProduct" | "alerts"

/** The parsed options as the module uses them; null for options that are not set. */
export type PosOptions = Omit<Parsed, Unset | "provider" | "addresses" | "brand" | "rateLimits" | "oauth"> & {
  [Name in Exclude<Unset, "serviceUrl">]: NonNullable<Parsed[Name]> | null
} & {
  /** null until the addresses of the POS API are configured */
  addresses: PosAddresses | null
  brand: string
  rateLimits: RateLimits
  /**
   * null: merchants paste API keys. Contains the client secret. `redirectUrl` null: the store's address is not known
   */
  oauth: { clientId: string; clientSecret: string; redirectUrl: string | null } | null
}

/**
 * Parses the plugin's options. Keys that Medusa adds (`database`) are dropped.
 * @throws InvalidPosOptionsError with each invalid option
 */
export function parseOptions(options: unknown, environment: NodeJS.ProcessEnv): PosOptions {
  const fromEnvironment = environment.POS_ENCRYPTION_KEY
  const parsed = pluginOptionsSchema.safeParse(options ?? {})
  if (!parsed.success) {
    throw new InvalidPosOptionsError(describeIssues(parsed.error, options ?? {}))
  }
  const {
    provider,
    serviceUrl: _serviceUrl,
    addresses: _addresses,
    brand,
    rateLimits,
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
  const preset = provider === undefined ? null : PROVIDER_PRESETS[provider]
  return {
    ...rest,
    brand: brand ?? preset?.brand ?? DEFAULT_BRAND,
    rateLimits: { ...(preset?.rateLimits ?? PUBLISHED_LIMITS), ...rateLimits },
    transformProduct: transformProduct ?? null,
    alerts: alerts ?? null,
    addresses: getAddresses(parsed.data, preset),
    applicationId: applicationId ?? null,
    publicUrl: publicUrl ?? null,
    contactEmail: contactEmail ?? null,
    keyPageUrl: keyPageUrl ?? preset?.keyPageUrl ?? null,
    oauth: oauth ? { ...oauth, redirectUrl: oauth.redirectUrl ?? signedInPage(publicUrl) } : null,
    encryptionKeys: encryptionKeys.length > 0 || !fromEnvironment ? encryptionKeys : [environmentKey(fromEnvironment)],
  }
}

/**
 * Returns the addresses of the POS API. Without a provider, `addresses` must name all that are needed; beside one it
 * names those that differ.
 * @throws InvalidPosOptionsError with each address that is missing
 */
function getAddresses({ serviceUrl, addresses }: Parsed, preset: ProviderPreset | null): PosAddresses | null {
  const origin = serviceUrl ? singleOrigin(serviceUrl) : null
  if (addresses === undefined) {
    return origin ?? preset?.addresses ?? null
  }
  const complete = preset === null ? addresses : { ...(origin ?? preset.addresses), ...addresses }
  const parsed = z.object({ addresses: posAddressesSchema }).safeParse({ addresses: complete })
  if (!parsed.success) {
    throw new InvalidPosOptionsError(describeIssues(parsed.error, { addresses: complete }))
  }
  return parsed.data.addresses
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
