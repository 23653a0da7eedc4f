import { z } from "zod"
import { describeClient } from "./support/public-client"

const MONEY = "moneyphp"

const client = {
  repository: "LauLamanApps/iZettleApi",
  commit: "72e64fb8986fb984c0af7352f0fc320319630b55",
  // Debian: php-cli php-curl php-guzzlehttp-guzzle php-ramsey-uuid
  runtime: {
    program: "php",
    check: ["-r", "require 'GuzzleHttp/autoload.php'; require 'Ramsey/Uuid/autoload.php'; curl_version();"],
  },
  build: [
    ["git", "clone", "--quiet", "https://github.com/moneyphp/money", MONEY],
    ["git", "-C", MONEY, "checkout", "--quiet", "v4.9.0"],
  ],
  driver: "izettle-api.php",
}

describeClient(
  client,
  "reads each answer into its objects, and the sandbox has what it sent",
  async ({ sandbox, run }) => {
    const shop = await sandbox.organization({ currency: "SEK" })
    const payments = [
      { method: "cash", amount: 300, handedAmount: 500 },
      { method: "card", amount: 700 },
    ]
    const sale = await shop.sell([{ amount: 1_000, name: "Kaffe" }], { payments })
    const given = { clientId: shop.clientId, apiKey: shop.apiKey, purchaseUuid: sale.purchaseUUID1 }
    const product = { name: "Räksmörgås", vat: 0, prices: ["12900"] }
    expect(await run(given, z.looseObject({}))).toEqual({
      "unknown client": "InvalidClientIdException",
      categories: ["KLÄDER"],
      // An error of the client: src/API/Product/Product.php:138 sends VAT with the variant only, where it is deprecated.
      products: [product],
      discounts: [12.5],
      library: [product],
      purchases: ["1000"],
      purchase: { amount: "1000", currency: "SEK", payments: ["CashPayment", "CardPayment"] },
      // Of the card: 700 less the fee.
      balance: "687",
      transactions: [-13, 700],
      payout: "0",
    })
    expect(await shop.products()).toEqual([])
    const refused = (await sandbox.requests()).filter(({ status }) => status === null || status >= 300)
    expect(refused.map(({ path, status }) => [path, status])).toEqual([["/token", 400]])
  }
)
