import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { performance } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"

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

const IDLE_WINDOW_MS = 500
/** The share of a window that an event loop with nothing to do is busy at the most. */
const IDLE = 0.05
const IDLE_WITHIN_MS = 120_000

/** This process still works, although nothing was asked of it for long. */
export class NeverIdleError extends Error {
  constructor() {
    super(
      `The process was still busy after ${IDLE_WITHIN_MS / 1_000} s; what is measured now would share the core with it`
    )
  }
}

/** Waits until what the process does in the background has ended: events of earlier work, wake-ups, jobs. */
export async function untilIdle(): Promise<void> {
  const end = performance.now() + IDLE_WITHIN_MS
  for (;;) {
    const before = performance.eventLoopUtilization()
    await sleep(IDLE_WINDOW_MS)
    if (performance.eventLoopUtilization(before).utilization < IDLE) {
      return
    }
    if (performance.now() > end) {
      throw new NeverIdleError()
    }
  }
}

/** How often a figure is measured whose median is kept. */
export const SAMPLES = 3

/** The median of three samples, each begun when the process has nothing else to do. */
export async function medianOf(sample: () => Promise<number>): Promise<number> {
  const samples: number[] = []
  while (samples.length < SAMPLES) {
    await untilIdle()
    samples.push(await sample())
  }
  return percentile(samples, 0.5)
}

/** The value that `share` (0 to 1) of all values do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
