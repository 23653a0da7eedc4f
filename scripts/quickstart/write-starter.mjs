import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root } from "../install-locked.mjs"
import { exampleManifest } from "../../integration-tests/install/write-shop.mjs"

const TEMPLATES = path.join(root, "scripts", "quickstart", "starter")

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
 * A store as `create-medusa-app` leaves it, for machines without access to GitHub: the same folders, the same packages of
 * npm, and the sample data that the quickstart names. `create-medusa-app` sets the version of Medusa's packages, but not
 * those of `@medusajs/ui` and `react-router-dom`, which the starter had at its last version that was read.
 * @returns the folder of the store's backend
 */
export function writeStarter(folder, { version, databaseUrl }) {
  const backend = path.join(folder, "apps", "backend")
  const scripts = path.join(backend, "src", "scripts")
  mkdirSync(scripts, { recursive: true })
  writeJson(path.join(folder, "package.json"), {
    name: "my-store",
    private: true,
    workspaces: ["apps/*"],
    overrides: exampleManifest.overrides,
  })
  writeJson(path.join(backend, "package.json"), {
    name: "backend",
    private: true,
    version: "0.0.1",
    dependencies: {
      ...Object.fromEntries(MEDUSA_PACKAGES.map((name) => [name, version])),
      "@medusajs/ui": "4.2.1",
      "@tanstack/react-query": "5.64.2",
      "react-i18next": "13.5.0",
      "react-router-dom": "6.30.4",
    },
    devDependencies: {
      "@swc/core": exampleManifest.devDependencies["@swc/core"],
      "@types/node": "^20.12.11",
      "@types/react": "^18.3.2",
      "@types/react-dom": "^18.2.25",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "ts-node": "^10.9.2",
      typescript: "^5.6.2",
      vite: "^5.4.14",
    },
  })
  cpSync(path.join(TEMPLATES, "medusa-config.ts"), path.join(backend, "medusa-config.ts"))
  cpSync(path.join(TEMPLATES, "initial-data-seed.ts"), path.join(scripts, "initial-data-seed.ts"))
  cpSync(path.join(root, "examples", "shop", "tsconfig.json"), path.join(backend, "tsconfig.json"))
  const cors = "http://localhost:8000"
  const env = {
    DATABASE_URL: databaseUrl,
    STORE_CORS: cors,
    ADMIN_CORS: cors,
    AUTH_CORS: cors,
    JWT_SECRET: "s",
    COOKIE_SECRET: "s",
  }
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(path.join(backend, ".env"), lines.join(""))
  return backend
}
