import { z } from "zod"
import { describeClient } from "./support/public-client"

const client = {
  repository: "vilkasgroup/iZettle",
  commit: "83e405c3c3bb03b9504e16150f44386d8944ed23",
  runtime: { program: "python3", check: ["-c", "import requests"] },
  build: [],
  driver: "vilkasgroup-izettle.py",
}

const resultSchema = z.object({
  signIn: z.object({ status: z.number(), message: z.string() }).nullable(),
  tests: z.object({ run: z.number(), skipped: z.array(z.string()), failed: z.record(z.string(), z.string()) }),
})

describeClient(
  client,
  "passes its own tests with the token of an API key, and cannot sign in with a password",
  async ({ sandbox, run }) => {
    const shop = await sandbox.organization({ currency: "EUR" })
    await shop.sell([{ amount: 1_000, name: "Kahvi" }])
    const given = { clientId: shop.clientId, apiKey: shop.apiKey }
    const { signIn, tests } = await run(given, resultSchema)
    // iZettle/iZettle.py:441: the POS ended the password grant in January 2022.
    expect(signIn).toEqual({ status: 400, message: "The grant type is not supported" })
    expect(tests).toEqual({
      run: 8,
      // It would wait for two hours.
      skipped: ["test_session"],
      // It signs in with a password, too.
      failed: { test_invalid_client_id: expect.stringContaining("Invalid client_id") },
    })
    expect(await shop.products()).toEqual([])
    const calls = await sandbox.requests({ path: "/organizations/self/" })
    const refused = calls
      .filter(({ status }) => status === null || status >= 300)
      .map(({ method, status }) => `${method} ${status}`)
    // What its tests look for and expect not to be there: a discount, and a product before and after.
    expect([...new Set(refused)]).toEqual(["GET 404"])
    expect(calls.filter(({ method }) => method === "POST").length).toBe(6)
  }
)
