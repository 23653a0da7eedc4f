import { defineConfig } from "@medusajs/framework/utils"
import { redisModules } from "./redis-modules"

/** Set by scripts/demo-cluster.mjs: the store then runs in several processes. */
const redisUrl = process.env.REDIS_URL

/** scripts/demo-shop.mjs sets every variable; each secret is made at random for this machine and kept in .data/. */
const options = {
  serviceUrl: process.env.POS_SERVICE_URL,
  publicUrl: process.env.SHOP_URL,
  contactEmail: "butiken@example.com",
  allowInsecureDestination: true,
  // Its application at the POS, made anew with the demo: merchants sign in there, or paste an API key.
  ...(process.env.POS_CLIENT_ID
    ? { oauth: { clientId: process.env.POS_CLIENT_ID, clientSecret: process.env.POS_CLIENT_SECRET ?? "" } }
    : {}),
  encryptionKeys: [{ id: "demo", key: process.env.DEMO_SECRET ?? "" }],
  // For tests that do in minutes what takes a POS weeks.
  ...(process.env.DEMO_UNLIMITED === "true" ? { rateLimits: { inventory: null } } : {}),
}

module.exports = defineConfig({
  admin: { disable: process.env.DEMO_ADMIN !== "true", backendUrl: "/" },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    // Sessions: whoever signed in at one server is known to the other.
    ...(redisUrl ? { redisUrl } : {}),
    // The demo is served over plain HTTP on this machine.
    cookieOptions: { secure: false, sameSite: "lax" },
    http: {
      storeCors: process.env.SHOP_URL ?? "",
      adminCors: process.env.SHOP_URL ?? "",
      authCors: process.env.SHOP_URL ?? "",
      jwtSecret: process.env.DEMO_SECRET,
      cookieSecret: process.env.DEMO_SECRET,
    },
  },
  featureFlags: { caching: redisUrl !== undefined },
  plugins: [{ resolve: "medusa-plugin-pos", options }],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: [{ resolve: "medusa-plugin-pos/providers/payment", id: "pos" }] },
    },
    {
      resolve: "@medusajs/medusa/fulfillment",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/fulfillment-manual", id: "manual" },
          { resolve: "medusa-plugin-pos/providers/fulfillment", id: "pos" },
        ],
      },
    },
    ...(redisUrl ? redisModules(redisUrl) : []),
    {
      resolve: "@medusajs/medusa/file",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/file-local",
            id: "local",
            options: { upload_dir: process.env.DEMO_STATIC, backend_url: `${process.env.SHOP_URL}/static` },
          },
        ],
      },
    },
  ],
})
