import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

export const MIGRATIONS_FOLDER = path.resolve(__dirname, "../../../../src/modules/pos/migrations")

/** The plugin's migrations by name, in their order. */
export const OUR_MIGRATIONS: string[] = readdirSync(MIGRATIONS_FOLDER)
  .filter((file) => /^Migration\d+\.ts$/.test(file))
  .map((file) => path.basename(file, ".ts"))
  .sort()

/** What a migration that has landed does, which never changes. */
export function statementsOf(migration: string): string[] {
  const [up = ""] = readFileSync(path.join(MIGRATIONS_FOLDER, `${migration}.ts`), "utf8").split("async down(")
  return [...up.matchAll(/this\.addSql\(`([^`]*)`/g)].flatMap(([, statement]) => statement ?? [])
}
