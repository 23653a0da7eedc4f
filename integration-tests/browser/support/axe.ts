import { readFileSync } from "node:fs"
import { z } from "zod"
import type { Page } from "playwright-core"

const findingsSchema = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) })
)

const GRAVE = ["serious", "critical"]

/**
 * What axe finds serious or critical in a part of a page: rule and place. Rules about the whole page are the
 * dashboard's.
 */
export async function graveFindings(page: Page, part: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`"axe" in window`))) {
    // Not as an element of the page, which its security policy would not let in.
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"))
  }
  const found = await page.evaluate(`axe.run(${JSON.stringify(part)}).then(({ violations }) => violations)`)
  return findingsSchema
    .parse(found)
    .filter(({ impact }) => GRAVE.includes(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}
