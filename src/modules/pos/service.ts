import type { Context } from "@medusajs/framework/types"
import type { SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import {
  InjectManager,
  InjectTransactionManager,
  MedusaContext,
  MedusaError,
  MedusaService,
} from "@medusajs/framework/utils"
import type { Lane, OAuthClient, PosClient } from "../../pos-api/client"
import { type Clock, systemClock } from "../../pos-api/clock"
import { endApplicationParts, startApplicationParts } from "./application-parts"
import { ClientRegistry } from "./client-registry"
import { entityId } from "./entity-id"
import {
  ConnectionDisconnectedError,
  ConnectionNotFoundError,
  MissingEncryptionKeyError,
  SecretUnreadableError,
  SignInEndedError,
} from "./errors"
import {
  PosAccount,
  PosAccountTransaction,
  PosAnnouncement,
  PosAttemptCount,
  PosAuthorization,
  PosCategoryLink,
  PosConnection,
  PosDoorRefusal,
  PosDuty,
  PosGiftCard,
  PosGiftCardTouch,
  PosInboxEntry,
  PosLease,
  PosPayout,
  PosPicture,
  PosPlan,
  PosPlanEntry,
  PosProductCandidate,
  PosProductLink,
  PosProductPart,
  PosRateBudget,
  PosReceipt,
  PosReceiptPayment,
  PosRun,
  PosStockDifference,
  PosStockMovement,
  PosSubscription,
  PosVariantLink,
} from "./models"
import { parseOptions, type PosOptions } from "./options"
import { withAdvisoryLock } from "./database/advisory-lock"
import { claimInboxEntries } from "./queries/inbox/claim-entries"
import * as inbox from "./queries/inbox/entries"
import { countProductLinks } from "./queries/outbox/product-counts"
import { markProductsDue, newMarks } from "./queries/outbox/product-marks"
import * as receipts from "./queries/receipts/receipts"
import { MANY_ROWS, planForMany, type Sql, sqlOn } from "./database/sql"
import * as stockOutbox from "./queries/stock/stock-outbox"
import * as subscriptions from "./queries/connection/subscriptions"
import { type Claim, leaseUntil, type QueueName } from "./queue-terms"
import { rateBudgets } from "./rate-budgets"
import { openSecret, sealSecret } from "./sealed-secret"
import { apiKeyOwner, refreshTokenOwner, signingKeyOwner } from "./associated-data"

/** Keys as they were opened, and as they stand in the database. */
export type SigningKeys = {
  keys: string[]
  signing_key_sealed: string | null
  previous_signing_key_sealed: string | null
}

type SqlContext = Context<SqlEntityManager>

const MS_PER_DAY = 24 * 3_600 * 1_000

/** What is remembered of connections, links, inbox, receipts and runs, and the doors to the service. */
export class PosModuleService extends MedusaService({
  PosAccount,
  PosAccountTransaction,
  PosAnnouncement,
  PosAttemptCount,
  PosAuthorization,
  PosCategoryLink,
  PosConnection,
  PosDoorRefusal,
  PosDuty,
  PosGiftCard,
  PosGiftCardTouch,
  PosInboxEntry,
  PosLease,
  PosPayout,
  PosPicture,
  PosPlan,
  PosPlanEntry,
  PosProductCandidate,
  PosProductLink,
  PosProductPart,
  PosRateBudget,
  PosReceipt,
  PosReceiptPayment,
  PosRun,
  PosStockDifference,
  PosStockMovement,
  PosSubscription,
  PosVariantLink,
}) {
  /** Called by the framework: when everything is loaded, and before anything ends. */
  readonly __hooks = {
    onApplicationStart: async (): Promise<void> => startApplicationParts(),
    onApplicationPrepareShutdown: async (): Promise<void> => {
      // What still waits for a turn at the service would hold up the pumps, which are let to end.
      this.clients_.close()
      await endApplicationParts()
    },
  }

  private readonly options_: PosOptions
  private readonly clock_: Clock = systemClock
  private readonly clients_: ClientRegistry

  constructor(container: Record<string, unknown>, options?: unknown) {
    super(container, options)
    this.options_ = parseOptions(options, process.env)
    this.clients_ = new ClientRegistry(this.options_, this.clock_, (owner) =>
      rateBudgets(owner, this.options_.rateLimits, async (run) => this.query(run), this.clock_)
    )
  }

  /** Rows of this module are bookkeeping that nobody subscribes to; an event for each would only cost. */
  // eslint-disable-next-line @medusajs/service-methods-must-be-async -- the framework calls it and does not wait
  interceptEntityMutationEvents(): void {}

  /** The plugin's own options, parsed; without the keys Medusa adds. Holds encryption keys: never return it from a route. */
  async getOptions(): Promise<PosOptions> {
    return this.options_
  }

  /** The clock that everything of the plugin reads (UTC). */
  async now(): Promise<Date> {
    return this.clock_.now()
  }

  /** Seals a secret for storage. @throws MissingEncryptionKeyError when the shop has configured no key */
  async seal(owner: string, secret: string): Promise<string> {
    if (this.options_.encryptionKeys.length === 0) {
      throw new MissingEncryptionKeyError()
    }
    return sealSecret(this.options_.encryptionKeys, owner, secret)
  }

  /** Opens a sealed secret. @throws SecretUnreadableError */
  async open(owner: string, sealed: string): Promise<string> {
    return openSecret(this.options_.encryptionKeys, owner, sealed)
  }

  /** A client for a key that is not stored yet, to check it. @throws ServiceNotConfiguredError, InvalidApiKeyError */
  async clientForKey(apiKey: string): Promise<PosClient> {
    return this.clients_.forKey(apiKey)
  }

  /**
   * The client of a connection; one for each connection and process, so that its access token is shared.
   * @param lane "bulk" for calls that are many and that nobody waits for one by one: they leave the next call of a
   * limited interface to the urgent
   * @throws ConnectionNotFoundError, ConnectionDisconnectedError, SecretUnreadableError
   */
  async clientOf(connectionId: string, lane: Lane = "urgent"): Promise<PosClient> {
    const { api_key_sealed: sealed, authorization_id } = await this.findConnection(connectionId)
    if (authorization_id !== null) {
      return this.clientForAuthorization(authorization_id, lane)
    }
    if (sealed === null) {
      throw new ConnectionDisconnectedError(connectionId)
    }
    const openKey = async () => this.open(apiKeyOwner(connectionId), sealed)
    return this.clients_.forConnection(connectionId, { sealedKey: sealed, openKey, lane })
  }

  /** The client of a sign-in; one for each and process. @throws OAuthNotConfiguredError */
  async clientForAuthorization(authorizationId: string, lane: Lane = "urgent"): Promise<PosClient> {
    const refreshTokens = {
      load: async () => this.refreshTokenOf_(authorizationId),
      keep: async (refreshToken: string) => this.keepRefreshToken(authorizationId, refreshToken),
      exclusively: async <Result>(renewal: () => Promise<Result>) =>
        this.alone(`pos_authorization.${authorizationId}`, renewal),
    }
    return this.clients_.forAuthorization(authorizationId, refreshTokens, lane)
  }

  /** The shop as an application of the service; holds its secret. @throws OAuthNotConfiguredError */
  async oauthClient(): Promise<OAuthClient> {
    return this.clients_.oauthClient()
  }

  /** Keeps the newest refresh token of a sign-in, sealed. */
  async keepRefreshToken(authorizationId: string, refreshToken: string): Promise<void> {
    const refresh_token_sealed = await this.seal(refreshTokenOwner(authorizationId), refreshToken)
    await this.updatePosAuthorizations({ id: authorizationId, refresh_token_sealed })
  }

  private async refreshTokenOf_(authorizationId: string): Promise<string> {
    const [authorization] = await this.listPosAuthorizations({ id: authorizationId })
    if (!authorization?.refresh_token_sealed) {
      throw new SignInEndedError()
    }
    return this.open(refreshTokenOwner(authorizationId), authorization.refresh_token_sealed)
  }

  /** Does work that no other process does at the same time, told apart by name. What the work writes is not undone. */
  @InjectManager()
  async alone<Result>(
    name: string,
    work: () => Promise<Result>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<Result> {
    return withAdvisoryLock(this.knex_(context), name, work)
  }

  /**
   * The keys that may have signed notifications, of every connection that has a subscription: the current one and, during
   * a rotation, the previous; none while it is still being made. Who remembers them is told by `receiveSigned` when they
   * have changed.
   * @param known what the caller remembers; who still has the same keys is the same object again
   */
  @InjectManager()
  async signingKeys(
    known: ReadonlyMap<string, SigningKeys>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<Map<string, SigningKeys>> {
    const sealed = await subscriptions.readSealedKeys(this.sql_(context))
    const read = sealed.map(async ({ connection_id, ...keys }): Promise<[string, SigningKeys]> => {
      const before = known.get(connection_id)
      const isSame =
        before?.signing_key_sealed === keys.signing_key_sealed &&
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
   * A subscription's signing key; null for none, for an empty one, which is none, and for one that cannot be opened any
   * longer: the look after subscriptions heals or tells of it.
   */
  async openSigningKey(connectionId: string, sealed: string | null): Promise<string | null> {
    try {
      return (sealed && (await this.open(signingKeyOwner(connectionId), sealed))) || null
    } catch (error) {
      if (error instanceof SecretUnreadableError) {
        return null
      }
      throw error
    }
  }

  /** @throws ConnectionNotFoundError */
  async findConnection(connectionId: string) {
    const [connection] = await this.listPosConnections({ id: connectionId })
    if (!connection) {
      throw new ConnectionNotFoundError(connectionId)
    }
    return connection
  }

  /**
   * Runs statements of this module's queries on its connection: `pos.query((sql, now) => claimProductLinks(sql, …))`.
   * Inside a transaction of the caller's they are part of it.
   */
  @InjectManager()
  async query<Result>(
    run: (sql: Sql, now: Date) => Promise<Result>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<Result> {
    return run(this.sql_(context), this.clock_.now())
  }

  /**
   * As {@link query} for statements on `count` rows: from many on, in a transaction whose statements are planned without
   * nested loops (queries/sql.ts says why).
   */
  async bulk<Result>(count: number, run: (sql: Sql, now: Date) => Promise<Result>): Promise<Result> {
    return count < MANY_ROWS ? this.query(run) : this.bulk_(run)
  }

  @InjectTransactionManager()
  protected async bulk_<Result>(
    run: (sql: Sql, now: Date) => Promise<Result>,
    @MedusaContext() context: SqlContext = {}
  ): Promise<Result> {
    const sql = this.sql_(context)
    await planForMany(sql)
    return run(sql, this.clock_.now())
  }

  /** Links products that have no link yet and makes them due. @param runId the run that asks for it; null: a change */
  async markProductsDue(connectionId: string, productIds: string[], runId: string | null = null): Promise<number> {
    return this.query((sql) => markProductsDue(sql, connectionId, newMarks(productIds), runId))
  }

  @InjectManager()
  async countProductLinks(connectionId: string, @MedusaContext() context: SqlContext = {}) {
    return countProductLinks(this.sql_(context), connectionId)
  }

  @InjectManager()
  async markStockDue(variantIds: string[], @MedusaContext() context: SqlContext = {}) {
    return stockOutbox.markStockDue(this.sql_(context), variantIds)
  }

  @InjectManager()
  async markAllStockDue(connectionId: string, @MedusaContext() context: SqlContext = {}) {
    await stockOutbox.markAllStockDue(this.sql_(context), connectionId)
  }

  @InjectManager()
  async switchStock(
    connectionId: string,
    productUuid: string,
    on: boolean,
    @MedusaContext() context: SqlContext = {}
  ): Promise<void> {
    await stockOutbox.switchStock(this.sql_(context), connectionId, productUuid, on)
  }

  @InjectManager()
  async claimStock(
    connectionId: string,
    { token, ...which }: { token: string; limit: number; tracked: boolean },
    @MedusaContext() context: SqlContext = {}
  ) {
    return stockOutbox.claimStock(this.sql_(context), { connectionId, ...which, ...this.claim_("stock", token) })
  }

  @InjectManager()
  async recordStockPushes(
    token: string,
    results: stockOutbox.StockPushResult[],
    @MedusaContext() context: SqlContext = {}
  ) {
    await stockOutbox.recordStockPushes(this.sql_(context), this.clock_.now(), token, results)
  }

  /** Stores what arrived, once. Returns the ids of the entries that are new. */
  @InjectManager()
  async receive(
    connectionId: string,
    entries: Omit<inbox.ArrivedEntry, "id">[],
    @MedusaContext() context: SqlContext = {}
  ) {
    const arrived = entries.map((entry) => ({ ...entry, id: entityId("posin") }))
    return inbox.insertInboxEntries(this.sql_(context), connectionId, arrived)
  }

  /** Stores what was found and can never be understood as it is, each once. Returns the ids of the new ones. */
  @InjectManager()
  async receiveDead(
    connectionId: string,
    entries: Omit<inbox.DeadEntry, "id">[],
    @MedusaContext() context: SqlContext = {}
  ) {
    const arrived = entries.map((entry) => ({ ...entry, id: entityId("posin") }))
    return inbox.insertDeadEntries(this.sql_(context), { connectionId, now: this.clock_.now(), entries: arrived })
  }

  /** Stores signed notifications, each once. Returns the ids of those whose keys have not changed since they were read. */
  @InjectManager()
  async receiveSigned(entries: inbox.SignedEntry[], @MedusaContext() context: SqlContext = {}): Promise<Set<string>> {
    return inbox.insertSignedEntries(this.sql_(context), this.clock_.now(), entries)
  }

  @InjectManager()
  async claimInboxEntries(
    connectionId: string,
    { token, limit }: { token: string; limit: number },
    @MedusaContext() context: SqlContext = {}
  ) {
    return claimInboxEntries(this.sql_(context), { connectionId, limit, ...this.claim_("inbox", token) })
  }

  @InjectManager()
  async settleInboxEntries(token: string, results: inbox.InboxResult[], @MedusaContext() context: SqlContext = {}) {
    await inbox.settleInboxEntries(this.sql_(context), this.clock_.now(), token, results)
  }

  /** Makes dead entries pending again, or the dead and ignored ones that are named. Returns how many. */
  @InjectManager()
  async replayInboxEntries(connectionId: string, ids: string[] | null, @MedusaContext() context: SqlContext = {}) {
    return inbox.replayInboxEntries(this.sql_(context), connectionId, ids)
  }

  /** Which of the purchases have no receipt yet. */
  @InjectManager()
  async findMissingReceipts(connectionId: string, purchaseUuids: string[], @MedusaContext() context: SqlContext = {}) {
    return receipts.findMissingReceipts(this.sql_(context), connectionId, purchaseUuids)
  }

  @InjectManager()
  async findReceiptGaps(connectionId: string, since: Date, @MedusaContext() context: SqlContext = {}) {
    return receipts.findReceiptGaps(this.sql_(context), connectionId, since)
  }

  /** Takes a subscription for one check; false when another process has just done so. */
  @InjectManager()
  async claimSubscriptionCheck(
    id: string,
    seconds: number,
    @MedusaContext() context: SqlContext = {}
  ): Promise<boolean> {
    const now = this.clock_.now()
    const checkedBefore = new Date(now.getTime() - seconds * 1_000)
    return subscriptions.claimSubscriptionCheck(this.sql_(context), { id, now, checkedBefore })
  }

  /** Forgets entries that ended longer ago than the option inboxRetentionDays. Returns how many went. */
  @InjectManager()
  async pruneInbox(@MedusaContext() context: SqlContext = {}) {
    const before = new Date(this.clock_.now().getTime() - this.options_.inboxRetentionDays * MS_PER_DAY)
    return inbox.pruneInboxEntries(this.sql_(context), before)
  }

  private claim_(queue: QueueName, token: string): Claim {
    const now = this.clock_.now()
    return { token, now, claimUntil: leaseUntil(queue, now) }
  }

  private sql_(context: SqlContext): Sql {
    return sqlOn(this.knex_(context))
  }

  private knex_(context: SqlContext) {
    const manager = context.transactionManager ?? context.manager
    if (!manager) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        "A query of the pos module ran outside a managed context"
      )
    }
    return manager.getTransactionContext() ?? manager.getKnex()
  }
}
