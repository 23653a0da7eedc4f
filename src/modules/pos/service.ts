import { setTimeout as sleep } from "node:timers/promises"
import type { Lane, OAuthClient, PosClient } from "../../pos-api/client"
import { setTraceShare } from "../../telemetry/spans"
import { endApplicationParts, startApplicationParts } from "./lifecycle-hooks"
import { ClientRegistry } from "./client-registry"
import { DatabaseService } from "./database-service"
import {
  ConnectionDisconnectedError,
  ConnectionNotFoundError,
  MissingEncryptionKeyError,
  SecretUnreadableError,
  SignInEndedError,
  TokenNotSavedError,
  requireRecord,
} from "./errors"
import { parseOptions, type PosOptions } from "./options"
import { readSealedKeys } from "./connection-store"
import { rateBudgets } from "./rate-budgets"
import { associatedData, openSecret, sealSecret } from "./sealed-secret"

/** Delays before a rotated refresh token is saved again, in milliseconds. */
const SAVE_AGAIN_AFTER_MS = [50, 200, 1_000, 3_000]

/** Opened signing keys, and their sealed values in the database. */
export type SigningKeys = {
  /** whose notifications they verify; null: no connection yet */
  organization_uuid: string | null
  keys: string[]
  signing_key_sealed: string | null
  previous_signing_key_sealed: string | null
}

/** Main service of the `pos` module: access to its tables, options, secrets and POS clients. */
export class PosModuleService extends DatabaseService {
  /** Lifecycle hooks that the framework calls after loading and before shutdown. */
  readonly __hooks = {
    onApplicationStart: async (): Promise<void> => startApplicationParts(),
    onApplicationPrepareShutdown: async (): Promise<void> => {
      // Calls that wait for a rate limit would delay the shutdown of workers.
      this.clients_.close()
      await endApplicationParts()
    },
  }

  private readonly options_: PosOptions
  private readonly clients_: ClientRegistry

  constructor(container: Record<string, unknown>, options?: unknown) {
    super(container, options)
    this.options_ = parseOptions(options, process.env)
    setTraceShare(this.options_.monitoring.traceShare)
    this.clients_ = new ClientRegistry(this.options_, this.clock_, (owner) =>
      rateBudgets(owner, this.options_.rateLimits, async (run) => this.query(run), this.clock_)
    )
  }

  /**
   * Returns the plugin's own parsed options, without keys that Medusa adds. They contain encryption keys: never return
   * them from a route.
   */
  async getOptions(): Promise<PosOptions> {
    return this.options_
  }

  /** Seals a secret for storage, see associated-data.ts. @throws MissingEncryptionKeyError when no key is configured */
  async seal(belongsTo: string, secret: string): Promise<string> {
    if (this.options_.encryptionKeys.length === 0) {
      throw new MissingEncryptionKeyError()
    }
    return sealSecret(this.options_.encryptionKeys, belongsTo, secret)
  }

  /** Opens a sealed secret. @throws SecretUnreadableError */
  async open(belongsTo: string, sealed: string): Promise<string> {
    return openSecret(this.options_.encryptionKeys, belongsTo, sealed)
  }

  /**
   * Returns a client for a key that is not stored yet, to check it.
   * @throws ServiceNotConfiguredError, InvalidApiKeyError
   */
  async clientForKey(apiKey: string): Promise<PosClient> {
    return this.clients_.forKey(apiKey)
  }

  /**
   * Returns the client of a connection; one per connection and process, so that its access token is shared. Its first
   * call with each access token asks whose it is; credentials of another organization send nothing else.
   * @param lane "bulk" for many calls that nobody waits for individually: they leave the next call of a limited
   * interface to urgent callers
   * @throws ConnectionNotFoundError, ConnectionDisconnectedError, SecretUnreadableError
   */
  async clientOf(connectionId: string, lane: Lane = "urgent"): Promise<PosClient> {
    const connection = await this.findConnection(connectionId)
    const { api_key_sealed: sealedKey, authorization_id, organization_uuid: organizationUuid } = connection
    if (authorization_id !== null) {
      const tokens = this.refreshTokensOf_(authorization_id)
      return this.clients_.forAuthorization(authorization_id, { tokens, organizationUuid, lane })
    }
    if (sealedKey === null) {
      throw new ConnectionDisconnectedError(connectionId)
    }
    const openKey = async () => this.open(associatedData.apiKey(connectionId), sealedKey)
    return this.clients_.forConnection(connectionId, { organizationUuid, sealedKey, openKey, lane })
  }

  /**
   * Returns a client that requests a new access token, to test a connection's current credentials; null without any.
   * @throws SecretUnreadableError, OAuthNotConfiguredError
   */
  async freshClientOf(connectionId: string): Promise<PosClient | null> {
    const { api_key_sealed: sealed, authorization_id } = await this.findConnection(connectionId)
    if (authorization_id !== null) {
      return this.clients_.forAuthorizationAnew(this.refreshTokensOf_(authorization_id))
    }
    return sealed === null ? null : this.clients_.forKey(await this.open(associatedData.apiKey(connectionId), sealed))
  }

  /** Returns the client of a sign-in that no connection uses yet, to check it. @throws OAuthNotConfiguredError */
  async clientForAuthorization(authorizationId: string): Promise<PosClient> {
    const tokens = this.refreshTokensOf_(authorizationId)
    return this.clients_.forAuthorization(authorizationId, { tokens, organizationUuid: null, lane: "urgent" })
  }

  private refreshTokensOf_(authorizationId: string) {
    return {
      load: async () => this.refreshTokenOf_(authorizationId),
      keep: async (refreshToken: string) => this.keepRotatedToken_(authorizationId, refreshToken),
      exclusively: async <Result>(renewal: () => Promise<Result>) =>
        this.alone(`pos_authorization.${authorizationId}`, renewal, (error) => error instanceof TokenNotSavedError),
    }
  }

  /** Returns the store's OAuth client at the POS, which contains its secret. @throws OAuthNotConfiguredError */
  async oauthClient(): Promise<OAuthClient> {
    return this.clients_.oauthClient()
  }

  /** Saves the newest refresh token of a sign-in, sealed. */
  async keepRefreshToken(authorizationId: string, refreshToken: string): Promise<void> {
    const refresh_token_sealed = await this.seal(associatedData.refreshToken(authorizationId), refreshToken)
    await this.updatePosAuthorizations({ id: authorizationId, refresh_token_sealed })
  }

  /**
   * Saves a refresh token that replaced the previous one, and retries while the database is unavailable. Other
   * processes would otherwise send the previous one, which the POS would treat as theft.
   * @throws TokenNotSavedError
   */
  private async keepRotatedToken_(authorizationId: string, refreshToken: string): Promise<void> {
    for (const waitMs of [...SAVE_AGAIN_AFTER_MS, null]) {
      try {
        return await this.keepRefreshToken(authorizationId, refreshToken)
      } catch (error) {
        if (waitMs === null) {
          throw new TokenNotSavedError(authorizationId, error)
        }
        await sleep(waitMs)
      }
    }
  }

  private async refreshTokenOf_(authorizationId: string): Promise<string> {
    const [authorization] = await this.listPosAuthorizations({ id: authorizationId })
    if (!authorization?.refresh_token_sealed) {
      throw new SignInEndedError()
    }
    return this.open(associatedData.refreshToken(authorizationId), authorization.refresh_token_sealed)
  }

  /**
   * Returns the signing keys of every connection with a subscription: the current key and, during a rotation, the
   * previous one; none while the subscription is being created. `insertSignedEntries` reports to callers that cache the
   * keys when they have changed.
   * @param known the caller's cached keys; connections with unchanged keys keep the same object
   */
  async signingKeys(known: ReadonlyMap<string, SigningKeys>): Promise<Map<string, SigningKeys>> {
    const sealed = await this.query(readSealedKeys)
    const read = sealed.map(async ({ connection_id, ...keys }): Promise<[string, SigningKeys]> => {
      const before = known.get(connection_id)
      const isSame =
        before?.organization_uuid === keys.organization_uuid &&
        before.signing_key_sealed === keys.signing_key_sealed &&
        before.previous_signing_key_sealed === keys.previous_signing_key_sealed
      return [connection_id, isSame ? before : await this.openSigningKeys_(connection_id, keys)]
    })
    return new Map(await Promise.all(read))
  }

  private async openSigningKeys_(connectionId: string, sealed: Omit<SigningKeys, "keys">): Promise<SigningKeys> {
    const opened = [sealed.signing_key_sealed, sealed.previous_signing_key_sealed].map((key) =>
      this.openSigningKey(connectionId, key)
    )
    return { ...sealed, keys: (await Promise.all(opened)).filter((key) => key !== null) }
  }

  /**
   * Opens a subscription's signing key. Returns null for a missing or empty key, and for one that cannot be opened,
   * which the subscription check repairs or reports.
   */
  async openSigningKey(connectionId: string, sealed: string | null): Promise<string | null> {
    try {
      return (sealed && (await this.open(associatedData.signingKey(connectionId), sealed))) || null
    } catch (error) {
      if (error instanceof SecretUnreadableError) {
        return null
      }
      throw error
    }
  }

  /** Returns a connection by its id. @throws ConnectionNotFoundError */
  async findConnection(connectionId: string) {
    const [connection] = await this.listPosConnections({ id: connectionId })
    if (!connection) {
      throw new ConnectionNotFoundError(connectionId)
    }
    return connection
  }

  /** Returns a receipt by its id. @throws RecordNotFoundError */
  async findReceipt(id: string) {
    const [receipt] = await this.listPosReceipts({ id })
    return requireRecord(receipt, "receipt", id)
  }

  /** Returns a run by its id. @throws RecordNotFoundError */
  async findRun(id: string) {
    const [run] = await this.listPosRuns({ id })
    return requireRecord(run, "run", id)
  }

  /** Returns a plan of initial matching by its id. @throws RecordNotFoundError */
  async findPlan(id: string) {
    const [plan] = await this.listPosPlans({ id })
    return requireRecord(plan, "plan", id)
  }
}
