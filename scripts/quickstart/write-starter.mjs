import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"
import { exampleManifest } from "../../integration-tests/install/write-shop.mjs"

const TEMPLATES = path.join(root, "scripts", "quickstart", "starter")

/** The version of Medusa in the starter; create-medusa-app replaces it by that of its option `--version`. */
const STARTER_VERSION = "2.18.0"

/** Packages of Medusa that the starter depends on. */
const MEDUSA_PACKAGES = [
  "@medusajs/admin-sdk",
  "@medusajs/admin-shared",
  "@medusajs/caching",
  "@medusajs/cli",
  "@medusajs/dashboard",
  "@medusajs/draft-order",
  "@medusajs/framework",
  "@medusajs/medusa",
]

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

/**
 * A Git repository that create-medusa-app can clone instead of Medusa's starter (medusajs/dtc-starter, as it was in July 2026):
 * the backend with the same folders, packages and names of sample data, without the storefront, linter and tests.
 * @returns the folder of the repository
 */
export function writeStarter(folder) {
  const backend = path.join(folder, "apps", "backend")
  const migrationScripts = path.join(backend, "src", "migration-scripts")
  mkdirSync(migrationScripts, { recursive: true })
  writeJson(path.join(folder, "package.json"), {
    name: "starter",
    private: true,
    // Versions whose packages exist for every platform.
    overrides: exampleManifest.overrides,
  })
  // create-medusa-app makes npm's workspaces of this file.
  writeFileSync(path.join(folder, "pnpm-workspace.yaml"), 'packages:\n  - "apps/**"\n')
  writeFileSync(path.join(folder, ".gitignore"), "node_modules\n.env\n.medusa\n")
  writeJson(path.join(backend, "package.json"), {
    name: "backend",
    private: true,
    version: "0.0.1",
    dependencies: {
      ...Object.fromEntries(MEDUSA_PACKAGES.map((name) => [name, STARTER_VERSION])),
      "@medusajs/ui": "4.2.0",
      "@tanstack/react-query": "5.64.2",
      "react-i18next": "13.5.0",
      "react-router-dom": "6.30.4",
      zod: "4.2.0",
    },
    devDependencies: {
      "@swc/core": exampleManifest.devDependencies["@swc/core"],
      "@types/node": "^20.12.11",
      "@types/react": "^18.3.2",
      "@types/react-dom": "^18.2.25",
      "prop-types": "^15.8.1",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "ts-node": "^10.9.2",
      typescript: "^5.6.2",
      vite: "^5.4.14",
    },
  })
  cpSync(path.join(TEMPLATES, "medusa-config.ts"), path.join(backend, "medusa-config.ts"))
  cpSync(path.join(TEMPLATES, "initial-data-seed.ts"), path.join(migrationScripts, "initial-data-seed.ts"))
  cpSync(path.join(root, "examples", "shop", "tsconfig.json"), path.join(backend, "tsconfig.json"))
  const git = (...parameters) => execFileSync("git", parameters, { cwd: folder, stdio: "ignore" })
  git("init", "--initial-branch=main")
  git("add", "--all")
  git("-c", "user.name=quickstart", "-c", "user.email=you@example.com", "commit", "--no-verify", "-m", "Add a starter")
  return folder
}
