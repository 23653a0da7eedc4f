import { defineConfig } from "@medusajs/framework/utils"

/** One configuration for every process of the store; the differences are in their environment (compose.yaml). */
const redisUrl = process.env.REDIS_URL

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // Sessions: a user who signed in at one server is signed in at all.
    redisUrl,
    http: {
      storeCors: process.env.SHOP_URL ?? "",
      adminCors: process.env.SHOP_URL ?? "",
      authCors: process.env.SHOP_URL ?? "",
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  // The caching module below needs it.
  featureFlags: { caching: true },
  modules: [
    { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
    { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
    {
      resolve: "@medusajs/medusa/locking",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/locking-redis", id: "locking-redis", is_default: true, options: { redisUrl } },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/caching",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/caching-redis", id: "caching-redis", is_default: true, options: { redisUrl } },
        ],
      },
    },
  ],
  plugins: [
    {
      resolve: "medusa-plugin-pos",
      options: {
        // The sandbox. For a real account use `provider`, see docs/reference/options.md.
        serviceUrl: process.env.POS_SERVICE_URL,
        publicUrl: process.env.SHOP_URL,
        contactEmail: process.env.CONTACT_EMAIL,
        // The same in every process: each must decrypt what another encrypted.
        encryptionKeys: [{ id: "2026", key: process.env.POS_KEY ?? "" }],
        // Only for the sandbox on this machine; the POS requires HTTPS.
        allowInsecureDestination: process.env.SHOP_URL?.startsWith("http://localhost:"),
      },
    },
  ],
})
