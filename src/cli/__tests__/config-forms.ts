/** Configurations as stores have them, by what is special about each. The first is the one that create-medusa-app writes. */
export const CONFIG_FORMS: Record<string, { fileName: string; text: string; plugins: unknown[] }> = {
  "a new store": {
    fileName: "medusa-config.ts",
    plugins: [],
    text: `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    }
  }
})
`,
  },
  "an empty list of plugins": {
    fileName: "medusa-config.ts",
    plugins: [],
    text: `import { defineConfig } from "@medusajs/framework/utils"

export default defineConfig({
  plugins: [],
  projectConfig: { databaseUrl: process.env.DATABASE_URL },
})
`,
  },
  "plugins of others, and comments": {
    fileName: "medusa-config.ts",
    plugins: ["medusa-plugin-å", { resolve: "@acme/søk", options: { index: "東京" } }],
    text: `import { defineConfig } from "@medusajs/framework/utils"

module.exports = defineConfig({
  projectConfig: {},
  plugins: [
    "medusa-plugin-å", // the first
    {
      resolve: "@acme/søk",
      options: { index: "東京" },
    }, // the search
    // nothing below this line
  ],
  modules: [{ resolve: "@medusajs/medusa/payment", options: { providers: [] } }],
})
`,
  },
  "a list on one line, with tabs": {
    fileName: "medusa-config.ts",
    plugins: ["a", { resolve: "b" }],
    text: `import { defineConfig } from '@medusajs/framework/utils'

module.exports = defineConfig({
	plugins: ['a', { resolve: 'b' }]
})
`,
  },
  "plugins from elsewhere, spread": {
    fileName: "medusa-config.ts",
    plugins: ["imported", "b"],
    text: `import { defineConfig } from "@medusajs/framework/utils"
import { shared } from "./shared"

module.exports = defineConfig({
  plugins: [
    ...shared,
    "b"
  ],
  projectConfig: {},
})
`,
  },
  "settings spread by a condition": {
    fileName: "medusa-config.ts",
    plugins: [],
    text: `import { defineConfig } from "@medusajs/framework/utils"

module.exports = defineConfig({
  projectConfig: { ...(process.env.REDIS_URL ? { redisUrl: process.env.REDIS_URL } : {}) },
  ...(process.env.ADMIN === "false" && { admin: { disable: true } }),
})
`,
  },
  "variables, also of the plugins": {
    fileName: "medusa-config.ts",
    plugins: [{ resolve: "c" }],
    text: `import { defineConfig } from "@medusajs/framework/utils"

const plugins = [
  { resolve: "c" }
] as const

const base = { projectConfig: {}, plugins } satisfies object

const config = defineConfig(base)

export default config
`,
  },
  "JavaScript with Windows line ends": {
    fileName: "medusa-config.js",
    plugins: [{ resolve: "d", options: {} }],
    text: [
      "const { defineConfig, loadEnv } = require('@medusajs/framework/utils')",
      "",
      "loadEnv(process.env.NODE_ENV, process.cwd())",
      "",
      "module.exports = defineConfig({",
      "    projectConfig: {},",
      "    plugins: [{",
      "        resolve: 'd',",
      "        options: {},",
      "    }],",
      "})",
      "",
    ].join("\r\n"),
  },
  "an object without defineConfig": {
    fileName: "medusa-config.js",
    plugins: [],
    text: `const projectConfig = {}

/** @type {import('@medusajs/types').ConfigModule} */
module.exports = { projectConfig }
`,
  },
  "the plugin by its name": {
    fileName: "medusa-config.ts",
    plugins: ["a"],
    text: `import { defineConfig } from "@medusajs/framework/utils"

module.exports = defineConfig({
  plugins: [
    "a",
    "medusa-plugin-pos",
  ],
})
`,
  },
}

/** Configurations that only a person understands, by what is not known of each. */
export const UNKNOWN_FORMS: Record<string, string> = {
  "a function builds it": `module.exports = createConfig()\n`,
  "a function builds the plugins": `module.exports = defineConfig({ plugins: getPlugins() })\n`,
  "it is spread from another file": `const { base } = require("./base")\nmodule.exports = defineConfig({ ...base })\n`,
  "a condition chooses it": `module.exports = defineConfig(process.env.A ? { plugins: [] } : {})\n`,
  "the plugin is named twice": `module.exports = defineConfig({ plugins: [{ resolve: "medusa-plugin-pos" }, { resolve: "medusa-plugin-pos" }] })\n`,
  "its options come from elsewhere": `module.exports = defineConfig({ plugins: [{ resolve: "medusa-plugin-pos", options: getOptions() }] })\n`,
  "its syntax is wrong": `module.exports = defineConfig({ plugins: [ })\n`,
  "it exports nothing": `const config = {}\n`,
}
