import axios, { type AxiosInstance } from "axios"
import type { Browser } from "playwright-core"
import { launchChromium } from "../../../test-support/browser/chromium"
import { DemoStore } from "../../../test-support/browser/demo-store"
import { PosDriver } from "../../../test-support/pos-driver"

/** A demo shop of its own, a browser, a POS driver, and the admin's routes as its admin calls them. */
export type DemoDay = {
  shop: DemoStore
  browser: Browser
  posDriver: PosDriver
  api: AxiosInstance
  close: () => Promise<void>
}

/** @param name of the demo, so that several may run beside each other */
export async function openDemoDay(name: string): Promise<DemoDay> {
  const browser = await launchChromium()
  const shop = await DemoStore.start(name)
  const { shop_url, admin_email: email, admin_password: password, sandbox_url, control_token } = shop.places
  process.env.POS_SERVICE_URL = sandbox_url
  process.env.POS_CONTROL_TOKEN = control_token
  const posDriver = await PosDriver.open()
  const { data } = await axios.post(`${shop_url}/auth/user/emailpass`, { email, password })
  const api = axios.create({ baseURL: `${shop_url}/admin`, headers: { authorization: `Bearer ${data.token}` } })
  const close = async () => {
    await browser.close()
    await shop.stop()
  }
  return { shop, browser, posDriver, api, close }
}
