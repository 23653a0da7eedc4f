import { writeFileSync } from "node:fs"
import path from "node:path"

const MEDUSA = "2.21.2"

/** A fresh Medusa shop in a folder, with the packed plugin among its plugins, as a developer writes it. */
export function writeShop(folder, tarball, { manifest, files }) {
  const versions = Object.fromEntries(
    ["medusa", "framework", "cli", "admin-sdk", "dashboard"].map((name) => [`@medusajs/${name}`, MEDUSA])
  )
  const dependencies = { ...versions, "medusa-plugin-pos": `file:${tarball}` }
  const devDependencies = {
    ...{ typescript: "^5.6.2", "ts-node": "^10.9.2", "@swc/core": "1.16.18" },
    ...{ react: "^18.3.1", "react-dom": "^18.3.1", "@types/react": "^18.3.2", vite: "^5.4.14" },
  }
  const write = (name, text) => writeFileSync(path.join(folder, name), text)
  write(
    "package.json",
    JSON.stringify({ name: "fresh-shop", private: true, dependencies, devDependencies, ...manifest })
  )
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        ...{ module: "Node16", moduleResolution: "Node16", target: "ES2022" },
        ...{ outDir: "./.medusa/server", esModuleInterop: true, skipLibCheck: true },
      },
      exclude: ["node_modules", ".medusa"],
      "ts-node": { swc: true },
    })
  )
  write(
    "medusa-config.ts",
    `import { defineConfig } from "@medusajs/framework/utils"
module.exports = defineConfig({
  admin: { disable: process.env.SHOP_ADMIN !== "true" },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: "*", adminCors: "*", authCors: "*", jwtSecret: "install", cookieSecret: "install" },
  },
  plugins: [{ resolve: "medusa-plugin-pos", options: { serviceUrl: "http://127.0.0.1:9" } }],
})
`
  )
  for (const [name, text] of Object.entries(files)) {
    write(name, text)
  }
}
