import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const MIGRATIONS = path.join(__dirname, "migrations")

/** Lists the tables and indexes that this version's migrations create, without those that a later migration drops. */
export function expectedSchema(): string[] {
  const names = new Set<string>()
  const files = readdirSync(MIGRATIONS).filter((file) => /^Migration\d+\.(js|ts)$/.test(file))
  for (const file of files.sort()) {
    const [up = ""] = readFileSync(path.join(MIGRATIONS, file), "utf8").split("async down(")
    for (const [, made, , name = ""] of up.matchAll(
      /\b(create|drop) (table|index|unique index) (?:concurrently )?(?:if (?:not )?exists )?"(\w+)"/gi
    )) {
      if (made?.toLowerCase() === "create") {
        names.add(name)
      } else {
        names.delete(name)
      }
    }
  }
  return [...names]
}
