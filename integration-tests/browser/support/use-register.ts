import type { Browser } from "playwright-core"
import type { Sandbox } from "../../../packages/pos-sandbox/src"
import { Merchant } from "../../../packages/pos-sandbox/tests/support/merchant"
import { openSandbox } from "../../../packages/pos-sandbox/tests/support/use-sandbox"
import { launchChromium } from "../../../test-support/browser/chromium"
import { stockShop } from "./goods"
import { PosPage } from "./pos-page"

type Goods = Awaited<ReturnType<typeof stockShop>>

/** What each test of the register has: a sandbox, a merchant with a small shop, and a browser of its own. */
class Register {
  private page: PosPage | null = null

  constructor(
    readonly browser: Browser,
    readonly sandbox: Sandbox,
    readonly merchant: Merchant,
    readonly goods: Goods
  ) {}

  /** Opens the register's page. */
  async open(view: Parameters<typeof PosPage.open>[2] = {}): Promise<PosPage> {
    this.page = await PosPage.open(this.browser, this.sandbox, view)
    return this.page
  }

  /** What a control route lists of the merchant. */
  async list(path: string) {
    const { control, organizationUuid } = this.merchant
    return (await control.get(path, { params: { organizationUuid } })).data
  }

  async sell(items: object[], rest: object = {}) {
    return (await this.merchant.sell(items, rest)).data
  }

  /** @returns what the browser complained of */
  async close(): Promise<string[]> {
    const complaints = this.page?.complaints ?? []
    await this.page?.close()
    await this.sandbox.close()
    return complaints
  }
}

/** Gives each test of a describe a register, and expects that its page had nothing to complain of. */
export function useRegister() {
  let browser: Browser | null = null
  let register: Register | null = null

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    if (browser) {
      const sandbox = await openSandbox()
      const merchant = await Merchant.open(sandbox)
      register = new Register(browser, sandbox, merchant, await stockShop(merchant))
    }
  })
  afterEach(async () => {
    expect(await register?.close()).toEqual([])
  })

  return (): Register => {
    if (!register) {
      throw new Error("The register is open in tests only")
    }
    return register
  }
}
