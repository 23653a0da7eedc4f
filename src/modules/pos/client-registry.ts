import {
  apiKeyTokenProvider,
  type CallBudgets,
  createHttp,
  createPosClient,
  type HttpOptions,
  type Lane,
  type OAuthClient,
  pacingOf,
  type PosClient,
  refreshTokenProvider,
  type TokenProvider,
} from "../../pos-api/client"
import { brandNames } from "../../pos-api/contract"
import type { Clock } from "../../pos-api/clock"
import { OAuthNotConfiguredError, ServiceNotConfiguredError } from "./errors"
import { observeCall } from "../../telemetry/observe-call"
import type { PosOptions } from "./options"

/** Where a sign-in's refresh token is kept, see refreshTokenProvider. */
type RefreshTokens = Omit<Parameters<typeof refreshTokenProvider>[1], "http" | "clock">

/** The same organisation for those who wait for each call and for those who make many. */
type Clients = Record<Lane, PosClient>

/**
 * Clients by connection, so that all callers of a process share one access token, one pool of sockets and one queue for
 * the calls that the service allows.
 */
export class ClientRegistry {
  private readonly clients = new Map<string, { sealedKey: string; clients: Clients }>()
  /** by sign-in, whose refresh token changes while the clients stay */
  private readonly signedIn = new Map<string, Clients>()
  private readonly closing = new AbortController()

  /** @param budgetsOf what a connection, or a sign-in, may still call; shared by all processes */
  constructor(
    private readonly options: PosOptions,
    private readonly clock: Clock,
    private readonly budgetsOf: (owner: string) => CallBudgets
  ) {}

  /**
   * A client for a key that belongs to no connection yet: its few calls are nobody's to pace.
   * @throws ServiceNotConfiguredError when the options do not say where the service is
   */
  forKey(apiKey: string): PosClient {
    const [addresses, tokenProvider] = [this.addresses(), this.keyTokens(apiKey)]
    return createPosClient({ addresses, clock: this.clock, tokenProvider, httpOptions: this.httpOptions() })
  }

  /** A client of a sign-in with an access token of its own, for a few calls. @throws OAuthNotConfiguredError */
  forAuthorizationAnew(tokens: RefreshTokens): PosClient {
    const http = createHttp(this.httpOptions())
    const tokenProvider = refreshTokenProvider(this.oauthClient(), { ...tokens, http, clock: this.clock })
    return createPosClient({
      addresses: this.addresses(),
      clock: this.clock,
      tokenProvider,
      httpOptions: this.httpOptions(),
    })
  }

  /** The client of a sign-in. @throws ServiceNotConfiguredError, OAuthNotConfiguredError */
  forAuthorization(id: string, tokens: RefreshTokens, lane: Lane): PosClient {
    const known = this.signedIn.get(id)
    if (known) {
      return known[lane]
    }
    const http = createHttp(this.httpOptions())
    const clients = this.clientsOf(id, refreshTokenProvider(this.oauthClient(), { ...tokens, http, clock: this.clock }))
    this.signedIn.set(id, clients)
    return clients[lane]
  }

  /** The shop as an application of the service. @throws ServiceNotConfiguredError, OAuthNotConfiguredError */
  oauthClient(): OAuthClient {
    const { oauthUrl } = this.addresses()
    if (!this.options.oauth) {
      throw new OAuthNotConfiguredError()
    }
    const { clientId, clientSecret } = this.options.oauth
    return { oauthUrl, clientId, clientSecret }
  }

  /** The connection's client; made anew when its sealed key has changed (another process may have rotated it). */
  async forConnection(
    connectionId: string,
    { sealedKey, openKey, lane }: { sealedKey: string; openKey: () => Promise<string>; lane: Lane }
  ): Promise<PosClient> {
    const known = this.clients.get(connectionId)
    if (known && known.sealedKey === sealedKey) {
      return known.clients[lane]
    }
    const clients = this.clientsOf(connectionId, this.keyTokens(await openKey()))
    this.clients.set(connectionId, { sealedKey, clients })
    return clients[lane]
  }

  /** Ends the wait of all calls that have no turn yet; what they were for stays due. */
  close(): void {
    this.closing.abort()
  }

  private addresses() {
    const { addresses } = this.options
    if (!addresses) {
      throw new ServiceNotConfiguredError()
    }
    return addresses
  }

  private keyTokens(apiKey: string): TokenProvider {
    const { oauthUrl } = this.addresses()
    const { applicationId } = this.options
    const http = createHttp(this.httpOptions())
    return apiKeyTokenProvider({ apiKey, oauthUrl, applicationId, http, clock: this.clock })
  }

  /** What every call carries. */
  private httpOptions(): HttpOptions {
    const { brand, applicationId } = this.options
    const headers = applicationId ? { headers: { [brandNames(brand).applicationIdHeader]: applicationId } } : {}
    return { ...headers, observe: observeCall }
  }

  private clientsOf(owner: string, tokenProvider: TokenProvider): Clients {
    const pacing = pacingOf(this.budgetsOf(owner), this.clock)
    const common = {
      addresses: this.addresses(),
      clock: this.clock,
      tokenProvider,
      httpOptions: this.httpOptions(),
      pacing,
      signal: this.closing.signal,
    }
    return { urgent: createPosClient(common), bulk: createPosClient({ ...common, lane: "bulk" }) }
  }
}
