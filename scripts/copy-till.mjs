import { cpSync, rmSync } from "node:fs"
import path from "node:path"
import { root } from "./install-locked.mjs"

/** `medusa plugin:build` emits only what it compiles; the till's page is served as it stands. */
const target = path.join(root, ".medusa", "server", "src", "sandbox", "till", "page")
rmSync(target, { recursive: true, force: true })
cpSync(path.join(root, "src", "sandbox", "till", "page"), target, {
  recursive: true,
  filter: (file) => path.basename(file) !== "tsconfig.json",
})
