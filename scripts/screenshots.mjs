import { spawn } from "node:child_process"
import path from "node:path"
import { installLocked, root } from "./install-locked.mjs"

/**
 * `npm run screenshots`: every page of the admin, light and dark, on a desktop and a phone, into docs/screenshots. What only
 * a first contact or a mishap shows is from the tests that make them, all else from the demo with its past.
 */
installLocked()
const env = { ...process.env, SCREENSHOTS: path.join(root, "docs", "screenshots") }
const run = (...parameters) =>
  new Promise((resolve) =>
    spawn(process.execPath, parameters, { cwd: root, stdio: "inherit", env }).once("exit", (code) => resolve(code ?? 1))
  )

process.exitCode =
  (await run(path.join("scripts", "test.mjs"), "browser", "(admin|attention).spec")) ||
  (await run("--import", "tsx", path.join("integration-tests", "browser", "film", "take-screenshots.ts")))
