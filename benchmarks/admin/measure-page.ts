import type { Locator, Page } from "playwright-core"

const RUNS = 5

/** A page of the admin, and what is on it once it shows its content. */
export type MeasuredPage = { name: string; path: string; content: (page: Page) => Locator }

/** Milliseconds from opening a page until its content is there: the median of some tries, the whole admin loaded anew. */
export async function measurePage(page: Page, origin: string, { path, content }: MeasuredPage): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now()
    await page.goto(`${origin}/app${path}`, { waitUntil: "commit" })
    await content(page).first().waitFor()
    times.push(performance.now() - began)
  }
  return times.sort((left, right) => left - right)[Math.floor(RUNS / 2)] ?? Infinity
}
