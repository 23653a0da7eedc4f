import { type ChildProcess, spawn } from "node:child_process"
import path from "node:path"
import { z } from "zod"

const ROOT = path.join(__dirname, "..", "..")

const upSchema = z.looseObject({
  shop_url: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
  sandbox_url: z.string(),
  sandbox_pid: z.number(),
  control_token: z.string(),
  database_url: z.string(),
})

/** Where everything of the demo is reached, with the file that holds its secret. */
export type Places = z.infer<typeof upSchema> & { state_file: string }

/** The demo as people start it: the built admin, a store with 64 products, the sandbox. */
export class DemoStore {
  private constructor(
    private readonly child: ChildProcess,
    readonly places: Places
  ) {}

  /**
   * Builds what is not built yet, which takes a minute or two the first time.
   * @param name of its own, so that two may run beside each other
   * @param connected with a first sale behind it; else nothing is connected
   * @param days before the first sale, with receipts, web orders and payouts; `npm run demo` has 90
   */
  static async start(name: string, { connected = false, days = 0 } = {}): Promise<DemoStore> {
    const data = `demo-browser-${name}`
    const migrated = process.env.MIGRATED_DATABASE
    const parameters = [
      "scripts/demo.mjs",
      "--fresh",
      "--json",
      "--data",
      data,
      ...(connected ? ["--days", String(days)] : ["--bare"]),
      // Beside the store's suites the tables are there to be copied.
      ...(migrated ? ["--migrated", migrated] : []),
    ]
    // What the runner sets for its own modules is not meant for the store, which is built as for production.
    const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...env } = process.env
    const child = spawn(process.execPath, parameters, {
      cwd: ROOT,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const said: string[] = []
    child.stderr.on("data", (text) => said.push(String(text)))
    const line = await new Promise<string>((resolve, reject) => {
      let output = ""
      child.stdout.on("data", (text) => {
        output += String(text)
        if (output.includes("\n")) {
          resolve(output)
        }
      })
      child.once("error", reject)
      child.once("exit", (code) => reject(new Error(`The demo ended with ${code}: ${said.join("").slice(-2_000)}`)))
    })
    const state_file = path.join(ROOT, ".data", data, "state.json")
    return new DemoStore(child, { ...upSchema.parse(JSON.parse(line)), state_file })
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.child.once("exit", resolve)
      this.child.kill("SIGINT")
    })
  }
}
