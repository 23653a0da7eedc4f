import path from "node:path"
import { defineConfig } from "@medusajs/framework/utils"

/**
 * The plugin as an application of its own: Medusa takes this folder's src as it stands, without a build. Only the
 * integration tests use it; a store adds the package to `plugins` (README, "Install").
 */
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
  modules: [
    // Medusa reads its own feature flags after this file, so that it does not add the module by itself.
    ...(process.env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
    {
      resolve: "@medusajs/medusa/payment",
      options: { providers: [{ resolve: path.join(__dirname, "src", "providers", "payment"), id: "pos" }] },
    },
    {
      resolve: "@medusajs/medusa/fulfillment",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/fulfillment-manual", id: "manual" },
          { resolve: path.join(__dirname, "src", "providers", "fulfillment"), id: "pos" },
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/notification",
      options: {
        providers: [
          { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed"] } },
          {
            resolve: path.join(__dirname, "test-support", "fake-notifications"),
            id: "fake-notifications",
            options: { channels: ["night"] },
          },
        ],
      },
    },
    {
      resolve: "./src/modules/pos",
      options: {
        provider: process.env.POS_PROVIDER,
        serviceUrl: process.env.POS_SERVICE_URL ?? "http://127.0.0.1:1",
        publicUrl: process.env.POS_PUBLIC_URL ?? "https://shop.example.com",
        oauth: {
          clientId: process.env.POS_OAUTH_CLIENT_ID ?? "none",
          clientSecret: process.env.POS_OAUTH_CLIENT_SECRET ?? "none",
        },
        contactEmail: "shop@example.com",
        allowInsecureDestination: true,
        // A test calls what it is about; nothing happens by the clock.
        ownClock: false,
        // The POS as specified has no limits; as observed it has those that the plugin keeps to by itself.
        rateLimits: ["field", "odd"].includes(process.env.POS_DIALECT ?? "") ? {} : { inventory: null },
        // All suites of orders, stock and the catalog also pass with the value "services".
        medusaAccess: {
          orders: process.env.POS_ORDERS_ACCESS ?? "auto",
          stock: process.env.POS_STOCK_ACCESS ?? "auto",
          catalog: process.env.POS_CATALOG_ACCESS ?? "auto",
        },
        monitoring: { token: "figures-for-tests-only" },
        alerts: { channel: "night", to: "fake-notifications@example.com", after: 5 },
        encryptionKeys: [{ id: "test", key: Buffer.alloc(32, 7).toString("base64") }],
      },
    },
  ],
})
