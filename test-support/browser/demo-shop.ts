import { type ChildProcess, spawn } from "node:child_process"
import path from "node:path"
import { z } from "@medusajs/framework/zod"

const ROOT = path.join(__dirname, "..", "..")

const upSchema = z.looseObject({
  shop_url: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
  sandbox_url: z.string(),
  control_token: z.string(),
  database_url: z.string(),
})

export type Places = z.infer<typeof upSchema>

/** The demo as people start it, with nothing connected: the built admin, a shop with 64 products, the sandbox. */
export class DemoShop {
  private constructor(
    private readonly child: ChildProcess,
    readonly places: Places
  ) {}

  /** Builds what is not built yet, which takes a minute or two the first time. */
  static async start(): Promise<DemoShop> {
    const parameters = ["scripts/demo.mjs", "--bare", "--fresh", "--json", "--data", "demo-browser"]
    // What the runner sets for its own modules is not meant for the shop, which is built as for production.
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
    return new DemoShop(child, upSchema.parse(JSON.parse(line)))
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.child.once("exit", resolve)
      this.child.kill("SIGINT")
    })
  }
}
