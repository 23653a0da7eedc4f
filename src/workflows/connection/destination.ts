import type { PosOptions } from "../../modules/pos/options"
import { ConnectError } from "./connect-errors"

/** What every address for notifications of this shop begins with. */
export const doorsOf = (publicUrl: string) => `${publicUrl.replace(/\/+$/, "")}/hooks/pos/`

/**
 * Where the service sends a connection's notifications.
 * @throws ConnectError when the shop's public address is missing or is not HTTPS
 */
export function destinationOf(options: PosOptions, connectionId: string): string {
  if (!options.publicUrl) {
    throw new ConnectError(
      "badDestination",
      "The shop does not know its own public address. Set the option publicUrl, for example https://shop.example.com."
    )
  }
  if (!options.publicUrl.startsWith("https://") && !options.allowInsecureDestination) {
    throw new ConnectError(
      "badDestination",
      `The service sends notifications to HTTPS addresses only, and publicUrl is ${options.publicUrl}.`
    )
  }
  return `${doorsOf(options.publicUrl)}${connectionId}`
}
