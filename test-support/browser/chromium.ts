import { existsSync, mkdirSync } from "node:fs"
import path from "node:path"
import { type Browser, chromium as playwright } from "playwright-core"

/** The system's Chromium, where one stands on the PATH. */
function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean)
  return folders.map((folder) => path.join(folder, "chromium")).find(existsSync)
}

const UNPACKED = path.join(__dirname, "..", "..", ".data", "chromium")

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/**
 * A real Chromium: that of CHROMIUM_PATH, one on the PATH, or else the one that comes with the development dependencies
 * (Linux), or the Chrome that is installed (elsewhere).
 */
export async function launchChromium(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH ?? findOnPath()
  if (installed) {
    return playwright.launch({ args: ARGUMENTS, executablePath: installed })
  }
  return process.platform === "linux"
    ? launchUnpackedChromium()
    : playwright.launch({ args: ARGUMENTS, channel: "chrome" })
}

/** The Chromium of @sparticuz/chromium, which needs nothing of the system: it brings its libraries along. */
async function launchUnpackedChromium(directory = UNPACKED): Promise<Browser> {
  mkdirSync(directory, { recursive: true })
  const executablePath = await unpack(directory)
  const libraries = [path.join(directory, "al2023", "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":")
  return playwright.launch({ args: ARGUMENTS, executablePath, env: { ...process.env, LD_LIBRARY_PATH: libraries } })
}

/** Unpacks it with its libraries, once a directory; the package takes both the place and the wish from the environment. */
async function unpack(directory: string): Promise<string> {
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: directory, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" })
  try {
    const { default: chromium } = await import("@sparticuz/chromium")
    return await chromium.executablePath()
  } finally {
    for (const name of ["TMPDIR", "AWS_LAMBDA_JS_RUNTIME", "LD_LIBRARY_PATH", "FONTCONFIG_PATH"]) {
      const value = before[name]
      if (value === undefined) {
        delete process.env[name]
      } else {
        process.env[name] = value
      }
    }
  }
}
