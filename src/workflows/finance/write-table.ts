import type { MedusaContainer } from "@medusajs/framework/types"
import { POS_MODULE } from "../../modules/pos"
import { BYTE_ORDER_MARK, csvLine } from "./csv"
import type { ExportTable } from "./define-export"
import { writeFile, type WrittenFile } from "./write-file"

/**
 * `sums` of the columns with amounts, in minor units, over all rows. `general_rates`, of accounting exports: VAT rates in
 * percent that are booked on the general accounts, although others have accounts of their own.
 */
export type ExportedTable = {
  file: WrittenFile
  rows: number
  sums: Record<string, number>
  general_rates?: string[]
}

/** Writes a table as CSV into the shop's file module, row by row. */
export async function writeTable(
  container: MedusaContainer,
  filename: string,
  { titles, stream }: ExportTable
): Promise<ExportedTable> {
  const sums: Record<string, number> = {}
  let rows = 0
  const file = await writeFile(container, { filename, mimeType: "text/csv" }, async (write) => {
    await write(BYTE_ORDER_MARK + csvLine(titles.map((made) => ({ made }))))
    await stream(container.resolve(POS_MODULE), async (part) => {
      rows += part.length
      for (const [title, amount] of part.flatMap(({ amounts }) => Object.entries(amounts))) {
        sums[title] = (sums[title] ?? 0) + amount
      }
      await write(part.map(({ cells }) => csvLine(cells)).join(""))
    })
  })
  return { file, rows, sums }
}
