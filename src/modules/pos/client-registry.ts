import { apiKeyTokenProvider, createPosClient, type PosClient } from "../../pos-api/client"
import type { Clock } from "../../pos-api/clock"
import { ServiceNotConfiguredError } from "./errors"
import type { PosOptions } from "./options"

/** Clients by connection, so that all callers of a process share one access token and one pool of sockets. */
export class ClientRegistry {
  private readonly clients = new Map<string, { sealedKey: string; client: PosClient }>()

  constructor(
    private readonly options: PosOptions,
    private readonly clock: Clock
  ) {}

  /** @throws ServiceNotConfiguredError when the options do not say where the service is */
  forKey(apiKey: string): PosClient {
    const { addresses } = this.options
    if (!addresses) {
      throw new ServiceNotConfiguredError()
    }
    return createPosClient({
      addresses,
      clock: this.clock,
      tokenProvider: apiKeyTokenProvider({ apiKey, oauthUrl: addresses.oauthUrl, clock: this.clock }),
    })
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
