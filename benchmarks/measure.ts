import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { performance } from "node:perf_hooks"
import { z } from "@medusajs/framework/zod"

const SAMPLE_MS = 50
const MEGABYTE = 1024 * 1024

export const secondsSince = (started: number): number => (performance.now() - started) / 1_000

/** How long a piece of work takes, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return secondsSince(started)
}

/** The most memory that this process held while it worked, in megabytes. */
export async function peakMemoryOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; peakMb: number }> {
  let peak = process.memoryUsage.rss()
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, SAMPLE_MS)
  try {
    return { result: await work(), peakMb: Math.max(peak, process.memoryUsage.rss()) / MEGABYTE }
  } finally {
    clearInterval(sampling)
  }
}

const startedSchema = z.object({ request: z.looseObject({ path: z.string() }) })

/** HTTP requests that this process made while it worked, whoever made them, where `counts` does not leave out their path. */
export async function requestsOf<Result>(
  work: () => Promise<Result>,
  counts: (path: string) => boolean = () => true
): Promise<{ result: Result; requests: number }> {
  let requests = 0
  const count = (message: unknown) => {
    requests += counts(startedSchema.parse(message).request.path) ? 1 : 0
  }
  subscribe("http.client.request.start", count)
  try {
    const result = await work()
    return { result, requests }
  } finally {
    unsubscribe("http.client.request.start", count)
  }
}

/** The value that `share` (0 to 1) of all values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
