import { defineConfig } from "@medusajs/framework/utils"

/**
 * The plugin as an application of its own: Medusa takes this folder's src as it stands, without a build. Only the
 * integration tests use it; a shop adds the package to `plugins` (README, "Install").
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
    {
      resolve: "./src/modules/pos",
      options: {
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
        // The service as specified has no limits; as observed it has those that the plugin keeps to by itself.
        rateLimits: process.env.POS_DIALECT === "field" ? {} : { inventory: null },
        encryptionKeys: [{ id: "test", key: Buffer.alloc(32, 7).toString("base64") }],
      },
    },
  ],
})
