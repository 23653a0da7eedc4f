import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { z } from "zod"
import type { Places } from "../../../test-support/browser/demo-store"

const ROOT = path.join(__dirname, "..", "..", "..")
const DOCTOR = "./node_modules/medusa-plugin-pos/.medusa/server/src/scripts/doctor.js"

const stateSchema = z.looseObject({ secret: z.string() })

/** What the demo's shop keeps to itself. */
export const secretOf = ({ state_file }: Places): string =>
  stateSchema.parse(JSON.parse(readFileSync(state_file, "utf8"))).secret

/** The doctor's command as the documentation has it, in the demo's shop. @returns what it said, and the code it ended with */
export async function runDoctor(places: Places, ...words: string[]): Promise<{ said: string[]; code: number | null }> {
  // What the runner sets for its own modules is not meant for the store.
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...env } = process.env
  const child = spawn(path.join(ROOT, "node_modules", ".bin", "medusa"), ["exec", DOCTOR, ...words], {
    cwd: path.join(ROOT, "demo"),
    env: {
      ...env,
      DATABASE_URL: places.database_url,
      DEMO_SECRET: secretOf(places),
      DEMO_ADMIN: "false",
      POS_SERVICE_URL: places.sandbox_url,
      SHOP_URL: places.shop_url,
      MEDUSA_DISABLE_TELEMETRY: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stdout.on("data", (text) => (output += String(text)))
  child.stderr.on("data", (text) => (output += String(text)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", resolve)
  })
  const said = output.split("\n").flatMap((line) => /pos: .*$/.exec(line)?.[0] ?? [])
  return { said, code }
}
