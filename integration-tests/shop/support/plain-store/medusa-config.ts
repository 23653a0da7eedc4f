import { defineConfig } from "@medusajs/framework/utils"

/** A store without the plugin. Its secrets are those of the store with the plugin, so that the same login works. */
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "test-jwt-secret",
      cookieSecret: "test-cookie-secret",
    },
  },
})
