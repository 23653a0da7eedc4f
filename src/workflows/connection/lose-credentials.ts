import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { type Credentials, disconnectOnce } from "../../modules/pos/queries/connection/connections"
import { SignInEndedError } from "../../modules/pos/errors"
import { CredentialsRevokedError, PosUnauthorizedError } from "../../pos-api/client"
import { notifyAdmin } from "./notify-admin"

/** What a person does about credentials that are gone, by what the connection lives by. */
const remedyOf = ({ authorization_id }: Credentials) =>
  authorization_id === null
    ? { act: "Enter a new API key.", until: "as soon as a new API key is entered" }
    : { act: "Sign in again.", until: "as soon as somebody signs in again" }

/**
 * Something says that a connection's credentials are gone: a call that was refused, or a notification. It may be older
 * than the credentials, so they are tested with a new access token, and only those that fail and are still the
 * connection's disconnect it. The admin is notified, once, until it is connected again.
 * @param reason what says so, with what a person can do
 * @throws what else than a refusal ends the test, such as an outage
 */
export async function loseCredentials(
  container: MedusaContainer,
  connectionId: string,
  reason: (act: string) => string
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  const [connection] = await pos.listPosConnections({ id: connectionId })
  if (!connection || connection.state === "disconnected" || (await doWork(container, connectionId))) {
    return
  }
  const { api_key_sealed, authorization_id } = connection
  const credentials: Credentials = { api_key_sealed, authorization_id }
  const { act, until } = remedyOf(credentials)
  const now = await pos.now()
  if (await pos.query((sql) => disconnectOnce(sql, now, { connectionId, credentials, reason: reason(act) }))) {
    await notifyAdmin(container, {
      title: "Point of sale: disconnected",
      description: `${reason(act)} Nothing is lost: what waits goes on ${until}.`,
      key: `pos:credentials-lost:${connectionId}:${now.toISOString()}`,
    })
  }
}

/** Asks with a new access token, since one that was given out before may outlive its key. */
async function doWork(container: MedusaContainer, connectionId: string): Promise<boolean> {
  const client = await container.resolve(POS_MODULE).freshClientOf(connectionId)
  try {
    await client?.users.self()
    return client !== null
  } catch (error) {
    if (
      error instanceof PosUnauthorizedError ||
      error instanceof CredentialsRevokedError ||
      error instanceof SignInEndedError
    ) {
      return false
    }
    throw error
  }
}
