import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { SecretUnreadableError } from "./errors"

/**
 * AES-GCM associated data of each sealed secret: the row and column that it belongs to. A sealed value that is copied
 * to another row cannot be opened there.
 */
export const associatedData = {
  /** a connection's API key */
  apiKey: (connectionId: string) => `pos_connection.${connectionId}.api_key`,
  /** a connection's signing key */
  signingKey: (connectionId: string) => `pos_subscription.${connectionId}.signing_key`,
  /** the PKCE code verifier of a sign-in in progress */
  codeVerifier: (authorizationId: string) => `pos_authorization.${authorizationId}.code_verifier`,
  /** the refresh token of a sign-in */
  refreshToken: (authorizationId: string) => `pos_authorization.${authorizationId}.refresh_token`,
}

/** A key of 32 bytes, and the id that is stored with each sealed value so that keys can rotate. */
export type EncryptionKey = { id: string; key: Buffer }

const ALGORITHM = "aes-256-gcm"
const FORMAT = "v1"
const IV_BYTES = 12

/**
 * Seals a secret with AES-256-GCM under the keyring's first key.
 * @param associatedData table, row and column of the secret. It must be the same when opening, so that a sealed value
 * copied to another row cannot be opened there.
 * @returns `v1.<key id>.<iv>.<tag>.<ciphertext>`, the last three in base64url
 */
export function sealSecret(keyring: EncryptionKey[], associatedData: string, secret: string): string {
  const [current] = keyring
  if (!current) {
    throw new SecretUnreadableError(associatedData, "no encryption key is configured")
  }
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, current.key, iv).setAAD(Buffer.from(associatedData, "utf8"))
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return [FORMAT, current.id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url"))].join(".")
}

/** Opens a value sealed by {@link sealSecret}, with the key that it names. @throws SecretUnreadableError */
export function openSecret(keyring: EncryptionKey[], associatedData: string, sealed: string): string {
  const [format, keyId, iv, tag, ciphertext] = sealed.split(".")
  if (format !== FORMAT || !keyId || !iv || !tag || ciphertext === undefined) {
    throw new SecretUnreadableError(associatedData, "it is not in a known format")
  }
  const key = keyring.find((candidate) => candidate.id === keyId)
  if (!key) {
    throw new SecretUnreadableError(associatedData, `encryption key "${keyId}" is not among encryptionKeys`)
  }
  const decipher = createDecipheriv(ALGORITHM, key.key, Buffer.from(iv, "base64url"))
    .setAAD(Buffer.from(associatedData, "utf8"))
    .setAuthTag(Buffer.from(tag, "base64url"))
  try {
    return Buffer.concat([decipher.update(Buffer.from(ciphertext, "base64url")), decipher.final()]).toString("utf8")
  } catch {
    // The cause would not help a person, and must not contain key material.
    throw new SecretUnreadableError(associatedData, `encryption key "${keyId}" does not open it`)
  }
}
