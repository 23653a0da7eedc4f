import { defineConfig, loadEnv } from "@medusajs/framework/utils"
import type { PosPluginOptions } from "medusa-plugin-pos/modules/pos"
import { nameTheUnit } from "./src/pos/name-the-unit"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

const { DATABASE_URL, JWT_SECRET, COOKIE_SECRET, SHOP_URL, POS_SANDBOX_URL } = process.env

/** POS_ENCRYPTION_KEY is read by the plugin itself. */
const pos: PosPluginOptions = {
  // All interfaces on one origin, as the sandbox has them; a store that sells names its `provider` instead.
  serviceUrl: POS_SANDBOX_URL,
  // The sandbox takes an address on this machine over plain HTTP; the POS wants HTTPS.
  allowInsecureDestination: POS_SANDBOX_URL !== undefined,
  publicUrl: SHOP_URL,
  contactEmail: "butiken@example.com",
  transformProduct: nameTheUnit,
  // What is wrong for ten minutes stands in the admin's own feed.
  alerts: { channel: "feed", after: 10 },
  retention: { receiptDetailMonths: 6 },
}

module.exports = defineConfig({
  admin: { disable: process.env.SHOP_ADMIN === "false" },
  projectConfig: {
    databaseUrl: DATABASE_URL,
    http: {
      storeCors: SHOP_URL ?? "",
      adminCors: SHOP_URL ?? "",
      authCors: SHOP_URL ?? "",
      jwtSecret: JWT_SECRET,
      cookieSecret: COOKIE_SECRET,
    },
  },
  plugins: [{ resolve: "medusa-plugin-pos", options: pos }],
  // Orders from the POS say what they were paid with.
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
  ],
})
