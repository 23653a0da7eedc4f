import {
  apiKeyTokenProvider,
  type CallBudgets,
  createHttp,
  createPosClient,
  getPacing,
  type HttpOptions,
  type Lane,
  type OAuthClient,
  organizationTokenProvider,
  type PosClient,
  refreshTokenProvider,
  type TokenProvider,
} from "../../pos-api/client"
import { brandNames } from "../../pos-api/contract"
import type { Clock } from "../../pos-api/clock"
import { OAuthNotConfiguredError, ServiceNotConfiguredError } from "./errors"
import type { PosOptions } from "./options"
import { count } from "../../telemetry/counts"
import { beginSpan } from "../../telemetry/spans"

const FIRST_FAILURE = 400

/**
 * Counts and traces an attempt of a POS API call: its interface, method, status and duration, nothing else.
 * @returns records the HTTP status when the call ends; null: no response
 */
function observeCall(call: { interface: string; method: string }): (status: number | null) => void {
  const began = performance.now()
  const end = beginSpan("pos.call", { "pos.interface": call.interface, "http.request.method": call.method })
  return (status) => {
    count("pos_calls_total", { interface: call.interface, status: String(status ?? "none") })
    count("pos_call_milliseconds_total", { interface: call.interface }, Math.round(performance.now() - began))
    end(status === null ? {} : { "http.response.status_code": status }, status === null || status >= FIRST_FAILURE)
  }
}

/** Storage of a sign-in's refresh token, see refreshTokenProvider. */
type RefreshTokens = Omit<Parameters<typeof refreshTokenProvider>[1], "http" | "clock">

/** Clients of one organization, by lane. */
type Clients = Record<Lane, PosClient>

/**
 * POS clients by connection. All callers in a process share one access token, one socket pool and one queue for the
 * calls that the rate limits allow.
 */
export class ClientRegistry {
  private readonly clients = new Map<string, { sealedKey: string; clients: Clients }>()
  /** by sign-in and organization; the clients stay when its refresh token changes */
  private readonly signedIn = new Map<string, Clients>()
  /** by sign-in: all of its clients share one access token */
  private readonly signInTokens = new Map<string, TokenProvider>()
  private readonly closing = new AbortController()

  /** @param budgetsOf the call budgets of a connection or a sign-in, shared by all processes */
  constructor(
    private readonly options: PosOptions,
    private readonly clock: Clock,
    private readonly budgetsOf: (owner: string) => CallBudgets
  ) {}

  /**
   * Returns a client for an API key that belongs to no connection yet. Its few calls are not rate limited here.
   * @throws ServiceNotConfiguredError when the options do not contain the addresses of the POS API
   */
  forKey(apiKey: string): PosClient {
    const [addresses, tokenProvider] = [this.addresses(), this.keyTokens(apiKey)]
    return createPosClient({ addresses, clock: this.clock, tokenProvider, httpOptions: this.httpOptions() })
  }

  /** Returns a client of a sign-in with its own new access token, for a few calls. @throws OAuthNotConfiguredError */
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

  /**
   * Returns the shared client of a sign-in.
   * @param input.organizationUuid organization of the connection that uses it; each new access token is checked against
   * it. null: no connection uses it yet
   * @throws ServiceNotConfiguredError, OAuthNotConfiguredError
   */
  forAuthorization(
    id: string,
    { tokens, organizationUuid, lane }: { tokens: RefreshTokens; organizationUuid: string | null; lane: Lane }
  ): PosClient {
    const key = `${id}:${organizationUuid ?? ""}`
    const session = this.signedIn.get(key)
    if (session) {
      return session[lane]
    }
    const clients = this.clientsOf(id, this.tokensOfSignIn(id, tokens), organizationUuid)
    this.signedIn.set(key, clients)
    return clients[lane]
  }

  private tokensOfSignIn(id: string, tokens: RefreshTokens): TokenProvider {
    const signInToken = this.signInTokens.get(id)
    if (signInToken) {
      return signInToken
    }
    const http = createHttp(this.httpOptions())
    const provider = refreshTokenProvider(this.oauthClient(), { ...tokens, http, clock: this.clock })
    this.signInTokens.set(id, provider)
    return provider
  }

  /** Returns the OAuth client of this store at the POS. @throws ServiceNotConfiguredError, OAuthNotConfiguredError */
  oauthClient(): OAuthClient {
    const { oauthUrl } = this.addresses()
    if (!this.options.oauth) {
      throw new OAuthNotConfiguredError()
    }
    const { clientId, clientSecret } = this.options.oauth
    return { oauthUrl, clientId, clientSecret }
  }

  /**
   * Returns the connection's client. Creates it again when the sealed key changed, because another process may have
   * rotated it. Each new access token is checked to belong to the connection's organization.
   */
  async forConnection(
    connectionId: string,
    input: { organizationUuid: string; sealedKey: string; openKey: () => Promise<string>; lane: Lane }
  ): Promise<PosClient> {
    const { organizationUuid, sealedKey, openKey, lane } = input
    const knownClient = this.clients.get(connectionId)
    if (knownClient && knownClient.sealedKey === sealedKey) {
      return knownClient.clients[lane]
    }
    const clients = this.clientsOf(connectionId, this.keyTokens(await openKey()), organizationUuid)
    this.clients.set(connectionId, { sealedKey, clients })
    return clients[lane]
  }

  /** Cancels all calls that still wait for a rate limit. The work behind them stays due. */
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

  /** HTTP options of every call. */
  private httpOptions(): HttpOptions {
    const { brand, applicationId } = this.options
    const headers = applicationId ? { headers: { [brandNames(brand).applicationIdHeader]: applicationId } } : {}
    return { ...headers, observe: observeCall }
  }

  private clientsOf(owner: string, tokens: TokenProvider, organizationUuid: string | null): Clients {
    const pacing = getPacing(this.budgetsOf(owner), this.clock)
    const addresses = this.addresses()
    const tokenProvider =
      organizationUuid === null
        ? tokens
        : organizationTokenProvider({
            tokens,
            organizationUuid,
            oauthUrl: addresses.oauthUrl,
            http: createHttp(this.httpOptions()),
          })
    const common = {
      addresses,
      clock: this.clock,
      tokenProvider,
      httpOptions: this.httpOptions(),
      pacing,
      signal: this.closing.signal,
    }
    return { urgent: createPosClient(common), bulk: createPosClient({ ...common, lane: "bulk" }) }
  }
}
