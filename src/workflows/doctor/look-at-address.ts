import { z } from "@medusajs/framework/zod"
import type { PosOptions } from "../../modules/pos/options"
import { probeAddress } from "../../pos-api/client"
import { doorsOf } from "../connection/destination"
import type { Looked } from "./finding"

const readySchema = z.looseObject({ ready: z.boolean() })

/**
 * Whether the shop's public address leads to this plugin, as seen from this machine. Whether the service finds the way,
 * its test message tells: Settings › Point of sale › the connection.
 */
export async function lookAtAddress({ publicUrl }: PosOptions): Promise<Looked> {
  if (!publicUrl) {
    return { state: "failed", message: "The option publicUrl is not set", mend: "Set it to the shop's own address." }
  }
  try {
    const { status, data, milliseconds } = await probeAddress(`${doorsOf(publicUrl)}ready`)
    const facts = { status, milliseconds }
    return readySchema.safeParse(data).success
      ? { message: `The public address leads to the plugin (${milliseconds} ms)`, facts }
      : {
          ...{ state: "failed", message: `The public address answers ${status}, and not as this plugin does`, facts },
          mend: "See that publicUrl is this shop's, and that the proxy passes /hooks/pos on.",
        }
  } catch (error) {
    const mend =
      "See that the shop runs, that the name of publicUrl leads to it, and that its certificate is valid. From inside a " +
      "network an address may not be reached that is from outside: then the service's test message tells more."
    const kind = error instanceof Error ? error.constructor.name : typeof error
    return { state: "notice", message: "Nobody answers at the public address", mend, facts: { error: kind } }
  }
}
