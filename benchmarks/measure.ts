import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { performance } from "node:perf_hooks"

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

/** HTTP requests that this process made while it worked, whoever made them. */
export async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  let requests = 0
  const count = () => {
    requests += 1
  }
  subscribe("http.client.request.start", count)
  try {
    await work()
  } finally {
    unsubscribe("http.client.request.start", count)
  }
  return requests
}

/** The value that `share` (0 to 1) of all values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
