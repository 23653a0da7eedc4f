import axios from "axios"
import { z } from "zod"
import { MASK } from "../../src/contract/personal-data"
import { SEARCH_ENTITIES } from "../../src/contract/dashboard-search"
import { getPolicyKey, type Permission, PERMISSIONS } from "../../src/contract/permissions"
import { saleSearchAnswerSchema } from "../../src/contract/sale-search"
import { readServedRoutes } from "../../src/api/middlewares"
import { CrashStore, until } from "../crash/crash-store"
import { Register } from "./support/ledger/register"
import { runMedusa } from "./support/plain-store/plain-store"
import { useStoreSandbox } from "./support/store-sandbox"

const DATABASE = "pos_roles"
const PASSWORD = "correct horse battery staple"
const ROLES_ON = { MEDUSA_FF_RBAC: "true" }
const ROLES_OFF = { MEDUSA_FF_RBAC: "false" }

/** The rights of each user. */
const USERS: Record<string, Permission[]> = {
  "only-view": ["view"],
  "only-operate": ["operate"],
  "only-finance": ["finance"],
  "only-manage": ["manage"],
  cashier: ["view", "operate"],
  bookkeeper: ["view", "finance"],
  owner: [...PERMISSIONS],
  nobody: [],
}

const contractSchema = z.looseObject({ access: z.union([z.enum(PERMISSIONS), z.object({ why: z.string() })]) })
const preparedSchema = z.object({
  connectionId: z.string(),
  headers: z.record(z.string(), z.string()),
  apiKey: z.record(z.string(), z.string()),
})
const tokenSchema = z.object({ token: z.string() })
const permissionsSchema = z.object({ permissions: z.array(z.string()) })
const receiptsSchema = z.object({
  receipts: z.array(z.looseObject({ id: z.string(), cashier: z.string().nullable(), purchase_uuid: z.string() })),
})
const searchSchema = z.object({
  results: z.array(z.object({ entity: z.string(), data: z.array(z.looseObject({ cashier: z.string().nullish() })) })),
})
const entriesSchema = z.object({ inbox_entries: z.array(z.looseObject({ id: z.string() })) })
const refusalSchema = z.looseObject({ type: z.string(), message: z.string() })

/** Every route of the admin with the right that its contract names; null: none. */
const ROUTES = readServedRoutes()
  .filter(({ path }) => path.startsWith("/admin/pos/"))
  .map(({ method, path, handler }) => {
    const { access } = contractSchema.parse({ ...handler })
    return { method, path, permission: typeof access === "string" ? access : null }
  })

describe("Roles, in a store with Medusa's flag `rbac`", () => {
  let store: CrashStore
  let register: Register
  let prepared: z.output<typeof preparedSchema>
  const signedIn = new Map<string, Record<string, string>>()

  useStoreSandbox()

  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    axios.request<unknown>({
      method,
      // No record has this id, so that what is allowed changes nothing.
      url: `${store.url}${path.replace(/\/:\w+/g, "/none_of_these")}`,
      headers,
      validateStatus: () => true,
      ...(method === "POST" ? { data: {} } : {}),
    })

  const signIn = async (name: string) => {
    const login = { email: `${name}@example.com`, password: PASSWORD }
    const { data } = await axios.post<unknown>(`${store.url}/auth/user/emailpass`, login)
    return { authorization: `Bearer ${tokenSchema.parse(data).token}` }
  }

  /** Calls every route. @returns of each what the caller was reported */
  const callAll = async (headers: Record<string, string>) => {
    const answers = []
    for (const { method, path, permission } of ROUTES) {
      const { status, data } = await call(method, path, headers)
      const refusal = status === 403 ? refusalSchema.parse(data) : null
      answers.push({ route: `${method} ${path}`, permission, status, refusal })
    }
    return answers
  }

  beforeAll(async () => {
    register = await Register.open()
    store = await CrashStore.open(DATABASE, ROLES_ON)
    await runMedusa(["db:migrate", "--skip-scripts"], DATABASE, { env: ROLES_ON }).succeeded()
    const input = { api_key: register.apiKey, users: USERS, password: PASSWORD }
    prepared = preparedSchema.parse(await store.prepare("integration-tests/crash/prepare-roles.ts", input))
    await store.start()
    for (const name of Object.keys(USERS)) {
      signedIn.set(name, await signIn(name))
    }
  })

  afterAll(() => store.close())

  it("are about every route, and each right has routes", () => {
    expect(ROUTES.length).toBeGreaterThan(85)
    const needed = new Set(ROUTES.map(({ permission }) => permission))
    expect([...needed].sort()).toEqual([...PERMISSIONS, null].sort())
  })

  it.each(Object.entries(USERS))(
    "a user %s may call what their rights %j allow, and nothing else",
    async (name, own) => {
      const answers = await callAll(signedIn.get(name) ?? {})
      for (const { route, permission, status, refusal } of answers) {
        const isAllowed = permission === null || own.includes(permission)
        const reported =
          own.length === 0
            ? "Forbidden"
            : `Insufficient permissions. Required policies: ${getPolicyKey(permission ?? "view")}`
        expect({ route, refusal }).toEqual({
          route,
          refusal: isAllowed ? null : { type: "forbidden", message: reported },
        })
        expect({ route, status, known: status < 500 && status !== 401 }).toEqual({ route, status, known: true })
      }
      const { data } = await call("GET", "/admin/pos/permissions", signedIn.get(name))
      expect(permissionsSchema.parse(data).permissions).toEqual(
        PERMISSIONS.filter((permission) => own.includes(permission))
      )
    }
  )

  it("a secret API key has no roles, and monitoring works with the token of the option `monitoring`", async () => {
    const answers = await callAll(prepared.apiKey)
    for (const { route, permission, refusal } of answers) {
      const reported = { type: "forbidden", message: "Forbidden" }
      expect({ route, refusal }).toEqual({ route, refusal: permission === null ? null : reported })
    }
    const { status: ready } = await call("GET", "/hooks/pos/ready")
    expect(ready).toBe(200)
    const token = { authorization: "Bearer figures-for-tests-only" }
    const metrics = await call("GET", "/hooks/pos/metrics", token)
    expect({ status: metrics.status, data: metrics.data }).toMatchObject({ status: 200, data: expect.any(String) })
  })

  it("cashiers and gift cards are masked for those without `pos:finance`", async () => {
    // The sandbox rings up as Åsa Öberg.
    const sold = await register.sell({ items: [{ type: "gift-card", amount: 500_00 }] })
    const code = sold.products[0]?.details?.giftcardUuid ?? ""
    expect(code).not.toBe("")
    const read = async (name: string, path: string) => (await call("GET", path, signedIn.get(name))).data
    const list = `/admin/pos/receipts?purchase_uuid=${sold.purchaseUUID1}`
    await until(async () => receiptsSchema.parse(await read("cashier", list)).receipts.length === 1)
    const shown = async (name: string) => {
      const { receipts } = receiptsSchema.parse(await read(name, list))
      const entries = entriesSchema.parse(await read(name, "/admin/pos/inbox-entries?limit=100")).inbox_entries
      const details = await Promise.all(entries.map(({ id }) => read(name, `/admin/pos/inbox-entries/${id}`)))
      const receipt = await read(name, `/admin/pos/receipts/${receipts[0]?.id}`)
      return { cashier: receipts[0]?.cashier, text: JSON.stringify([receipts, receipt, details]) }
    }
    const full = await shown("bookkeeper")
    expect(full.cashier).toBe("Åsa Öberg")
    expect(full.text).toContain(code)
    const masked = await shown("cashier")
    expect(masked.cashier).toBe(MASK)
    expect(masked.text).toContain(sold.purchaseUUID1)
    expect(masked.text).not.toContain("Åsa Öberg")
    expect(masked.text).not.toContain(code)
    const search = async (name: string, q: string) => {
      const query = `connection_id=${prepared.connectionId}&q=${encodeURIComponent(q)}`
      const found = await read(name, `/admin/pos/sales/search?${query}`)
      return saleSearchAnswerSchema.parse(found).sales.map(({ cashier, payments }) => ({ cashier, payments }))
    }
    expect(await search("bookkeeper", sold.purchaseUUID1)).toEqual([
      { cashier: "Åsa Öberg", payments: expect.any(Array) },
    ])
    expect(await search("bookkeeper", "Öberg")).toHaveLength(1)
    expect(await search("cashier", sold.purchaseUUID1)).toEqual([{ cashier: MASK, payments: null }])
    expect(await search("cashier", "Öberg")).toEqual([])
    const dashboardSearch = async (name: string, q: string) => {
      const names = Object.keys(SEARCH_ENTITIES)
      const query = names.map((entity) => `&entity[]=${entity}`).join("")
      const { results } = searchSchema.parse(await read(name, `/admin/search?q=${encodeURIComponent(q)}${query}`))
      return Object.fromEntries(results.map(({ entity, data }) => [entity, data.map(({ cashier }) => cashier)]))
    }
    expect(await dashboardSearch("bookkeeper", "Öberg")).toMatchObject({ pos_receipt: ["Åsa Öberg"] })
    expect(await dashboardSearch("bookkeeper", code)).toMatchObject({ pos_gift_card: [undefined] })
    expect(await dashboardSearch("cashier", String(sold.purchaseNumber))).toEqual({
      pos_receipt: [null],
      pos_unlinked_product: [],
    })
    expect(await dashboardSearch("cashier", "Öberg")).toEqual({ pos_receipt: [], pos_unlinked_product: [] })
    expect(await dashboardSearch("only-finance", code)).toMatchObject({ pos_payout: [], pos_gift_card: [undefined] })
    const servedBy = async (name: string) => {
      const query = `connection_id=${prepared.connectionId}&cashier=${encodeURIComponent("Åsa Öberg")}`
      return receiptsSchema.parse(await read(name, `/admin/pos/receipts?${query}`)).receipts.length
    }
    expect([await servedBy("bookkeeper"), await servedBy("cashier")]).toEqual([1, 0])
  })

  it("with the flag off, everybody who is signed in may call every route, as may a secret API key", async () => {
    await store.kill()
    await store.start(ROLES_OFF)
    for (const headers of [await signIn("nobody"), prepared.apiKey]) {
      const answers = await callAll(headers)
      expect(answers.filter(({ status }) => status === 401 || status === 403 || status >= 500)).toEqual([])
      const { data } = await call("GET", "/admin/pos/permissions", headers)
      expect(permissionsSchema.parse(data).permissions).toEqual(PERMISSIONS)
    }
  })
})
