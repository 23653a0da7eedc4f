import axios from "axios"
import { z } from "zod"
import { postToken, type Merchant } from "./merchant"

export const REDIRECT_URI = "https://shop.example.com/pos/callback"

const clientSchema = z.object({ clientId: z.string(), clientSecret: z.string() })

/** An application that asks merchants for access by an authorization code, and the browser of who is asked. */
export class Application {
  private constructor(
    private readonly merchant: Merchant,
    readonly clientId: string,
    readonly clientSecret: string
  ) {}

  static async register(merchant: Merchant): Promise<Application> {
    const client = { name: "Webbutiken <Åsa & Co>", redirectUris: [REDIRECT_URI] }
    const { clientId, clientSecret } = clientSchema.parse((await merchant.control.post("/oauth-clients", client)).data)
    return new Application(merchant, clientId, clientSecret)
  }

  query(change: Record<string, string> = {}) {
    return {
      response_type: "code",
      client_id: this.clientId,
      scope: "READ:PRODUCT READ:PURCHASE",
      redirect_uri: REDIRECT_URI,
      state: "å/1",
      ...change,
    }
  }

  openPage(change: Record<string, string> = {}) {
    return this.browser().get("/authorize", { params: this.query(change) })
  }

  /** Presses a button of the page. @returns where the browser is sent */
  async decide(decision: "allow" | "deny", change: Record<string, string> = {}): Promise<URL> {
    const { organizationUuid } = this.merchant
    const form = new URLSearchParams({ ...this.query(change), organization: organizationUuid, decision })
    const { headers } = await this.browser().post("/authorize", form.toString())
    return new URL(headers.location)
  }

  async allow(change: Record<string, string> = {}): Promise<string> {
    return (await this.decide("allow", change)).searchParams.get("code") ?? ""
  }

  exchange(code: string, change: Record<string, string> = {}) {
    return this.token({ grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...change })
  }

  refresh(refresh_token: string, change: Record<string, string> = {}) {
    return this.token({ grant_type: "refresh_token", refresh_token, ...change })
  }

  /** Calls with a token of the application's. */
  get(path: string, accessToken: string) {
    return this.merchant.api.get(path, { headers: { authorization: `Bearer ${accessToken}` } })
  }

  private token(form: Record<string, string>) {
    const client = { client_id: this.clientId, client_secret: this.clientSecret }
    return postToken(this.merchant.sandbox, { ...client, ...form })
  }

  private browser() {
    return axios.create({ baseURL: this.merchant.sandbox.url, maxRedirects: 0, validateStatus: () => true })
  }
}
