import { spawn } from "node:child_process"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run screenshots`: every page of the admin, light and dark, on a desktop and a phone, as the demo shows it with its
 * past, into docs/screenshots. The manifest beside the screenshots records the pages for `npm run check:screenshots`.
 */
installLocked()
const env = { ...process.env, SCREENSHOTS: path.join(root, "docs", "screenshots") }
const run = (...parameters) =>
  new Promise((resolve) =>
    spawn(process.execPath, parameters, { cwd: root, stdio: "inherit", env }).once("exit", (code) => resolve(code ?? 1))
  )

process.exitCode =
  (await run("--import", "tsx", path.join("integration-tests", "browser", "film", "take-screenshots.ts"))) ||
  (await run("--import", "tsx", path.join("scripts", "screenshots", "check.ts"), "--record"))
