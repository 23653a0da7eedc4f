import { createHmac } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import Ajv2020 from "ajv/dist/2020"
import { parse } from "yaml"
import { commentedConfig } from "../src/cli/program"
import { configJsonSchema } from "../src/config/config-schema"
import { parseConfig, readConfig } from "../src/config/read-config"
import { Destination } from "./support/destination"
import { settingsSchema } from "../src/state/organization"
import { openSandbox } from "./support/use-sandbox"

describe("A configuration", () => {
  it("opens organizations with goods, receipts and subscriptions, under its budgets and faults", async () => {
    const destination = await new Destination().open()
    const sandbox = await openSandbox({
      config: {
        dialect: "field",
        settings: { payloadForm: "object" },
        budgets: { purchases: { requests: 1, seconds: 60 } },
        faults: [{ kind: "status", interface: "finance", status: 503 }],
        organizations: [
          {
            name: "Åsas Butik",
            country: "SE",
            currency: "SEK",
            goods: [
              { name: "Kaffe", price: 5_490, sku: "KAFFE", vatPercentage: 12, stock: 40 },
              {
                name: "Linneskjorta",
                variants: [{ name: "S", sku: "LIN-S", price: 79_900, stock: "2.5" }, { name: "M" }],
              },
            ],
            receipts: [
              {
                items: [
                  { sku: "KAFFE", quantity: 2 },
                  { name: "Diverse", amount: 1_000 },
                ],
                payment: "cash",
              },
              { items: [{ name: "Linneskjorta" }] },
            ],
            subscriptions: [
              { destination: destination.url, eventNames: ["ProductCreated"], signingKey: "känd nyckel" },
            ],
          },
          { name: "東京", country: "JP", currency: "JPY", seed: { products: 3, purchases: 4 } },
        ],
      },
    })
    const [first, second] = sandbox.shops
    const shop = await sandbox.shop(first?.organizationUuid ?? "")
    const products = await shop.products()
    expect((await shop.purchases()).map(({ amount }) => amount)).toEqual([11_980, 79_900])
    expect(products.map(({ name, balances }) => [name, JSON.stringify(balances).match(/:("[\d.]+"|null)/g)])).toEqual([
      ["Kaffe", [':"38"']],
      ["Linneskjorta", [':"1.5"', ':"0"']],
    ])
    const tokyo = await sandbox.shop(second?.organizationUuid ?? "")
    expect(await tokyo.purchases()).toHaveLength(4)

    expect(destination.received).toEqual([])
    await shop.trigger("ProductCreated")
    await sandbox.settled()
    const [message] = destination.events("ProductCreated")
    const { timestamp, payload } = JSON.parse(message?.body ?? "")
    const signed = createHmac("sha256", "känd nyckel")
      .update(`${timestamp}.${JSON.stringify(payload)}`)
      .digest("hex")
    expect(String(message?.headers["x-service-signature"]).toLowerCase()).toBe(signed)
    await sandbox.close()
    await destination.close()
  })

  it.each([
    ["currencyy: SEK", "b.yaml:1: currencyy: is not known; port, host"],
    ["dialect: fild", 'b.yaml:1: dialect: Invalid option: expected one of "spec"|"field"|"odd"'],
    ["dialect: { rateV3: fild }", 'b.yaml:1: dialect.rateV3: Invalid option: expected one of "spec"|"field"|"odd"'],
    ["port: 70000", "b.yaml:1: port: Too big: expected number to be <=65535"],
    [
      "organizations:\n  - name: Å\n    country: SE\n    currency: kr",
      "b.yaml:4: organizations[0].currency: must be a three-letter ISO 4217 code",
    ],
    [
      "organizations:\n  - { name: Å, country: SE, currency: SEK, goods: [{ name: Te, prise: 1 }] }",
      "b.yaml:2: organizations[0].goods[0].prise: is not known; name, price, sku",
    ],
    [
      "organizations:\n  - { name: Å, country: SE, currency: SEK,\n      subscriptions: [{ destination: 'http://localhost:1/', eventNames: [Sold] }] }",
      'b.yaml:3: organizations[0].subscriptions[0].eventNames[0]: Invalid option: expected one of "PurchaseCreated"',
    ],
    ["a: [", "b.yaml:1: "],
  ])("that is wrong is refused with the line, the field and what is allowed: %s", (text, expected) => {
    expect(() => parseConfig(text, "b.yaml")).toThrow(expected)
  })

  it("names what the sandbox refuses, and a file that is not there", async () => {
    const shop = { name: "Å", country: "SE", currency: "SEK" }
    const start = (more: object) => openSandbox({ config: { organizations: [{ ...shop, ...more }] } })
    await expect(start({ receipts: [{ items: [{ sku: "NEJ" }] }] })).rejects.toThrow(
      "organizations[0].receipts[0]: items: there are no goods with the SKU NEJ"
    )
    const private10 = { subscriptions: [{ destination: "https://10.0.0.1/hook" }] }
    await expect(start(private10)).rejects.toThrow("organizations[0].subscriptions[0]: destination: a public HTTPS")
    expect(() => readConfig("/finns/inte.yaml")).toThrow("pos-sandbox init writes one")
  })

  it("a data file that has organizations is left as it is", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "pos-sandbox-"))
    const dataFile = path.join(directory, "sandbox.data")
    const config = { organizations: [{ name: "Åsas Butik", country: "SE", currency: "SEK" }] }
    const first = await openSandbox({ dataFile, config })
    await first.close()
    const second = await openSandbox({ dataFile, config })
    await second.close()
    rmSync(directory, { recursive: true })
    expect(second.shops.map(({ organizationUuid }) => organizationUuid)).toEqual(
      first.shops.map(({ organizationUuid }) => organizationUuid)
    )
  })
})

describe("What init writes", () => {
  const text = commentedConfig("./pos-sandbox.schema.json")
  const validate = new Ajv2020({ strict: false, formats: { uri: true, email: true, "date-time": true } }).compile(
    configJsonSchema()
  )

  it("starts a shop with goods and receipts, and names the schema that an editor checks it by", async () => {
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=./pos-sandbox.schema.json")
    const sandbox = await openSandbox({ config: { ...parse(text), port: 0 } })
    const shop = await sandbox.shop(sandbox.shops[0]?.organizationUuid ?? "")
    expect({ receipts: (await shop.purchases()).length, goods: (await shop.products()).length }).toEqual({
      receipts: 101,
      goods: 23,
    })
    await sandbox.close()
  })

  it("answers as the POS was observed to, where a sandbox without a configuration answers as specified", async () => {
    expect(parse(text)).toMatchObject({ dialect: "field" })
    const sandbox = await openSandbox()
    const answer = await fetch(`${sandbox.url}/_sandbox/settings`, {
      headers: { authorization: `Bearer ${sandbox.controlToken}` },
    })
    const { dialect } = settingsSchema.parse(await answer.json())
    expect(new Set(Object.values(dialect))).toEqual(new Set(["spec"]))
    await sandbox.close()
  })

  it("its JSON schema takes it, also with everything that is commented out, and refuses what the sandbox refuses", () => {
    expect([validate(parse(text)), validate.errors]).toEqual([true, null])
    const whole = text
      .split("\n")
      .slice(1)
      .filter((line) => !/^# ([A-Z]|spec:)/.test(line.trim()))
      .map((line) => line.replace(/^(\s*)# /, "$1"))
      .join("\n")
      .replace(/^(\s*)(budgets|faults|subscriptions): (\{\}|\[\])$/gm, "$1$2:")
    expect(parseConfig(whole, "whole").faults).toHaveLength(3)
    expect([validate(parse(whole)), validate.errors]).toEqual([true, null])
    expect(validate({ dialect: "fild" })).toBe(false)
    expect(validate({ organizations: [{ name: "Å", country: "SE" }] })).toBe(false)
  })

  it("the name of the file in the schema is that of the page", () => {
    const file = mkdtempSync(path.join(tmpdir(), "pos-sandbox-"))
    writeFileSync(path.join(file, "a.yaml"), text)
    expect(readConfig(path.join(file, "a.yaml")).port).toBe(4_700)
    expect(readFileSync(path.join(file, "a.yaml"), "utf8")).toContain("allowLoopback: true")
    rmSync(file, { recursive: true })
  })
})
