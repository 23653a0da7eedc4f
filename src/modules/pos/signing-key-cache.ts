/** Keys as they were opened, and as they stand in the database. */
export type SigningKeys = {
  keys: string[]
  signing_key_sealed: string | null
  previous_signing_key_sealed: string | null
}

type SealedKeys = Omit<SigningKeys, "keys">

type KeyStore = {
  /** null: the connection has no subscription */
  read: (connectionId: string) => Promise<SealedKeys | null>
  open: (connectionId: string, sealed: string) => Promise<string>
}

/** The signing keys of connections, so that a notification need not ask the database for them. */
export class SigningKeyCache {
  private readonly known = new Map<string, SigningKeys>()

  constructor(private readonly store: KeyStore) {}

  /** @param fresh reads them again, because they may have changed since they were remembered */
  async of(connectionId: string, { fresh }: { fresh: boolean }): Promise<SigningKeys | null> {
    const known = fresh ? undefined : this.known.get(connectionId)
    if (known) {
      return known
    }
    const stored = await this.store.read(connectionId)
    if (!stored) {
      this.known.delete(connectionId)
      return null
    }
    const { signing_key_sealed, previous_signing_key_sealed } = stored
    const sealed = [signing_key_sealed, previous_signing_key_sealed].filter((key) => key !== null)
    const keys = await Promise.all(sealed.map(async (key) => this.store.open(connectionId, key)))
    const read = { keys, signing_key_sealed, previous_signing_key_sealed }
    this.known.set(connectionId, read)
    return read
  }
}
