import {
  apiKeyTokenProvider,
  createPosClient,
  type OAuthClient,
  type PosClient,
  refreshTokenProvider,
  type TokenProvider,
} from "../../pos-api/client"
import type { Clock } from "../../pos-api/clock"
import { OAuthNotConfiguredError, ServiceNotConfiguredError } from "./errors"
import type { PosOptions } from "./options"

/** Where a sign-in's refresh token is kept, see refreshTokenProvider. */
type RefreshTokens = Omit<Parameters<typeof refreshTokenProvider>[1], "http" | "clock">

/** Clients by connection, so that all callers of a process share one access token and one pool of sockets. */
export class ClientRegistry {
  private readonly clients = new Map<string, { sealedKey: string; client: PosClient }>()
  /** by sign-in, whose refresh token changes while the client stays */
  private readonly signedIn = new Map<string, PosClient>()

  constructor(
    private readonly options: PosOptions,
    private readonly clock: Clock
  ) {}

  /** @throws ServiceNotConfiguredError when the options do not say where the service is */
  forKey(apiKey: string): PosClient {
    const { oauthUrl } = this.addresses()
    return this.withTokens(apiKeyTokenProvider({ apiKey, oauthUrl, clock: this.clock }))
  }

  /** The client of a sign-in. @throws ServiceNotConfiguredError, OAuthNotConfiguredError */
  forAuthorization(id: string, tokens: RefreshTokens): PosClient {
    const known = this.signedIn.get(id)
    if (known) {
      return known
    }
    const client = this.withTokens(refreshTokenProvider(this.oauthClient(), { ...tokens, clock: this.clock }))
    this.signedIn.set(id, client)
    return client
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

  private addresses() {
    const { addresses } = this.options
    if (!addresses) {
      throw new ServiceNotConfiguredError()
    }
    return addresses
  }

  private withTokens(tokenProvider: TokenProvider): PosClient {
    return createPosClient({ addresses: this.addresses(), clock: this.clock, tokenProvider })
  }

  /** The connection's client; made anew when its sealed key has changed (another process may have rotated it). */
  async forConnection(connectionId: string, sealedKey: string, openKey: () => Promise<string>): Promise<PosClient> {
    const known = this.clients.get(connectionId)
    if (known && known.sealedKey === sealedKey) {
      return known.client
    }
    const client = this.forKey(await openKey())
    this.clients.set(connectionId, { sealedKey, client })
    return client
  }
}
