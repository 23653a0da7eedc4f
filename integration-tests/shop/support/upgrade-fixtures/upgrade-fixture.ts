import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "zod"
import { productSchema, purchaseSchema } from "../../../../src/pos-api/contract"
import { readAllRows } from "../table-rows"
import { OUR_MIGRATIONS } from "./our-migrations"

const upgradeFixtureSchema = z.object({
  /** of the plugin, and of the Medusa that it ran on */
  version: z.string(),
  medusa: z.string(),
  migrations: z.array(z.string()),
  /** rows of every table, each as its JSON text: no number is read on the way */
  tables: z.record(z.string(), z.array(z.string())),
  sequences: z.record(z.string(), z.string()),
  connectionId: z.string(),
  origin: z.string(),
  /** what the POS had, without which nothing could go on */
  organizationUuid: z.string(),
  products: z.array(productSchema.extend({ balances: z.record(z.string(), z.string().nullable()) })),
  sale: purchaseSchema,
})

/** A whole shop with a past, as an older version of the plugin left it. */
export type UpgradeFixture = z.infer<typeof upgradeFixtureSchema>

const SUFFIX = ".json.gz"

/** The versions of which a store is kept, oldest first. */
export const listFixtureVersions = (): string[] =>
  readdirSync(__dirname)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort((left, right) => left.localeCompare(right, "en", { numeric: true }))

/** The store of a version, at another address and with another organization of the POS. */
export function readUpgradeFixture(
  version: string,
  here: { origin: string; organizationUuid: string }
): UpgradeFixture {
  const text = gunzipSync(readFileSync(path.join(__dirname, `${version}${SUFFIX}`))).toString("utf8")
  const { origin, organizationUuid } = upgradeFixtureSchema.parse(JSON.parse(text))
  const moved = text.replaceAll(origin, here.origin).replaceAll(organizationUuid, here.organizationUuid)
  return upgradeFixtureSchema.parse(JSON.parse(moved))
}

const sequencesSchema = z.looseObject({ rows: z.array(z.object({ name: z.string(), value: z.string() })) })

/** Keeps the store as it stands; `npm run upgrade:record`. */
export async function captureUpgradeFixture(
  knex: Knex,
  reported: Omit<UpgradeFixture, "tables" | "sequences" | "migrations">
): Promise<void> {
  const tables = Object.fromEntries([...(await readAllRows(knex))].filter(([, rows]) => rows.length > 0))
  const { rows } = sequencesSchema.parse(
    await knex.raw(
      "SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE last_value IS NOT NULL"
    )
  )
  const sequences = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const kept: UpgradeFixture = { ...reported, migrations: OUR_MIGRATIONS, tables, sequences }
  writeFileSync(path.join(__dirname, `${reported.version}${SUFFIX}`), gzipSync(JSON.stringify(kept), { level: 9 }))
}
