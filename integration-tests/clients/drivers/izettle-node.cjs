/**
 * Makes the calls of kant01ne/izettle-node in turn and prints what the client passed to its callback, as JSON.
 * Arguments: folder of the client, then as JSON what the test has prepared.
 */
const path = require("node:path")

const [, , folder, text] = process.argv
const { Client } = require(path.join(folder, "dist", "index.js"))
const { clientId, apiKey, purchaseUuid, productUuid, variantUuid, discountUuid, otherUuid } = JSON.parse(text)
const client = new Client({ clientId, assertionToken: apiKey })

const product = (uuid, name, variant) => ({ uuid, name, variants: [variant], vatPercentage: "25.5" })
const variant = { uuid: variantUuid, name: "Årgång 1", price: { amount: 12_900, currencyId: "SEK" }, sku: "東京-1" }

/** Each call with a name; they are made one after another. */
const CALLS = {
  "products.create": (done) => client.products.create(product(productUuid, "Räksmörgås", variant), done),
  "products.list": (done) => client.products.list({}, done),
  "products.find": (done) => client.products.find(productUuid, done),
  "products.update": (done) => client.products.update(productUuid, product(productUuid, "Smörgås", variant), done),
  "products.found again": (done) => client.products.find(productUuid, done),
  "products.options": (done) => client.products.options(done),
  "products.createSlug": (done) => client.products.createSlug({ productName: "Smörgås" }, done),
  "categories.list": (done) => client.categories.list(done),
  "discount.create": (done) => client.discount.create({ uuid: discountUuid, name: "Sommar", percentage: "10" }, done),
  "discount.list": (done) => client.discount.list(done),
  "discount.find": (done) => client.discount.find(discountUuid, done),
  "discount.delete": (done) => client.discount.delete(discountUuid, done),
  "images.list": (done) => client.images.list(done),
  "imports.list": (done) => client.imports.list(done),
  "imports.bulkCreate": (done) => client.imports.bulkCreate({}, done),
  "inventory.list": (done) => client.inventory.list({}, done),
  "locations.list": (done) => client.locations.list({}, done),
  "locations.template": (done) => client.locations.template(done),
  "payouts.get": (done) => client.payouts.get({}, done),
  "accounts.balance": (done) => client.accounts.balance({}, done),
  "purchases.list": (done) => client.purchases.list(10, true, done),
  "purchases.find": (done) => client.purchases.find(purchaseUuid, done),
  "settings.list": (done) => client.settings.list({}, done),
  "products.create another": (done) =>
    client.products.create(product(otherUuid, "Kaffe", { ...variant, uuid: otherUuid }), done),
  "products.delete": (done) => client.products.delete(productUuid, done),
}

async function main() {
  const answers = {}
  for (const [name, call] of Object.entries(CALLS)) {
    answers[name] = await new Promise((resolve) =>
      call((error, response, body) =>
        resolve(error ? { error: String(error) } : { status: response.statusCode, body: body ?? null })
      )
    )
  }
  process.stdout.write(JSON.stringify(answers))
}

void main()
