import type { z } from "zod"
import { sdk } from "./sdk"

/**
 * Reads a route of server-sent events until it ends or `signal` is aborted. What is not understood is left out: the
 * next event, or the list that asks anyhow, tells it.
 * @throws when the stream cannot be opened or breaks off
 */
export async function listen<Told>(
  schema: z.ZodType<Told>,
  path: string,
  onTold: (told: Told) => void,
  signal: AbortSignal
): Promise<void> {
  const { stream, abort } = await sdk.client.fetchStream(path)
  signal.addEventListener("abort", abort)
  try {
    for await (const { data } of stream ?? []) {
      const parsed = schema.safeParse(parseJson(data))
      if (parsed.success && !signal.aborted) {
        onTold(parsed.data)
      }
    }
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return null
  }
}
