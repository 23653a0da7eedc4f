import type { PosOptions } from "../../modules/pos/options"
import { probeAddress } from "../../pos-api/client"
import type { Looked } from "./finding"

/** Its header tells whole seconds only, and the way takes some time; from here on a token may be young or old before its time. */
const MOST_SKEW_MS = 30_000

/** Compares this machine's clock with the one that the service names in its answers. */
export async function lookAtServiceClock({ addresses }: PosOptions): Promise<Looked> {
  if (!addresses) {
    return { state: "skipped", message: "It is not known where the service is" }
  }
  const { status, date, askedAt, milliseconds } = await probeAddress(addresses.oauthUrl)
  if (!date) {
    return { state: "notice", message: "The service answers, and does not say what time it is", facts: { status } }
  }
  const skew = Math.round((date.getTime() - (askedAt.getTime() + milliseconds / 2)) / 1_000)
  const facts = { skew_seconds: skew, milliseconds, status }
  return Math.abs(skew) * 1_000 <= MOST_SKEW_MS
    ? { message: `The clocks agree within ${Math.abs(skew) + 1} s`, facts }
    : {
        ...{ state: "failed", facts, mend: "Have this machine's clock set from the network (NTP, chrony)." },
        message: `This machine's clock is ${Math.abs(skew)} s ${skew > 0 ? "behind" : "ahead of"} the service's`,
      }
}
