import { performance } from "node:perf_hooks"
import { createInterface } from "node:readline"
import axios from "axios"
import { Readable } from "node:stream"
import { z } from "zod"

const DATA = "data: "
const streamSchema = z.instanceof(Readable)
const stockSchema = z.looseObject({ type: z.literal("stock"), variantUuid: z.string(), balance: z.string() })

/** What the register shows of stock, as it changes: by the sandbox's own feed, so that looking costs no call of the POS. */
export class PosBalances {
  private readonly waiting = new Map<string, (at: number) => void>()

  private constructor(private readonly stream: Readable) {
    createInterface({ input: stream }).on("line", (line) => this.read(line))
  }

  static async open(): Promise<PosBalances> {
    const { data } = await axios.get(`${process.env.POS_SERVICE_URL}/_sandbox/events`, {
      headers: { authorization: `Bearer ${process.env.POS_CONTROL_TOKEN}` },
      responseType: "stream",
    })
    return new PosBalances(streamSchema.parse(data))
  }

  /** When the register shows the next change of a variant's stock, by `performance.now()`. */
  async nextChange(variantUuid: string): Promise<number> {
    return new Promise((resolve) => this.waiting.set(variantUuid, resolve))
  }

  close(): void {
    this.stream.destroy()
  }

  private read(line: string): void {
    if (!line.startsWith(DATA)) {
      return
    }
    const reported = stockSchema.safeParse(JSON.parse(line.slice(DATA.length)))
    if (reported.success) {
      this.waiting.get(reported.data.variantUuid)?.(performance.now())
      this.waiting.delete(reported.data.variantUuid)
    }
  }
}
