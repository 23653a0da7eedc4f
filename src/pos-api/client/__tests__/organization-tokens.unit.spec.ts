import { createHttp, createPosClient, organizationTokenProvider, OtherOrganizationError, singleOrigin } from "../index"
import { errorThrownBy, useLocalService } from "./local-service"

const OWN = "01234567-89ab-11ee-8000-00000000000a"
const OTHER = "01234567-89ab-11ee-8000-00000000000b"

describe("an access token that must belong to an organization", () => {
  const service = useLocalService()
  const paths = () => service.current.received.map(({ path }) => path)

  /** A client whose tokens are taken one after the other. @returns also the number of tokens that it has taken */
  const open = (tokens: string[]) => {
    const state = { at: 0 }
    const addresses = singleOrigin(service.current.url)
    const http = createHttp({ retries: 0 })
    const tokenProvider = organizationTokenProvider({
      tokens: {
        token: async () => tokens[state.at] ?? "",
        invalidate: (token) => void (state.at += token === tokens[state.at] ? 1 : 0),
      },
      organizationUuid: OWN,
      oauthUrl: addresses.oauthUrl,
      http,
    })
    return { state, client: createPosClient({ addresses, tokenProvider, httpOptions: { retries: 0 } }) }
  }

  const answerAs = (organizationUuid: string) => {
    service.current.answer = ({ path }) =>
      path.startsWith("/users/self") ? { body: { uuid: OWN, organizationUuid } } : { body: [] }
  }

  it("is asked whose it is before the first call, once for callers at the same time", async () => {
    answerAs(OWN.toUpperCase())
    const { client } = open(["a"])
    await Promise.all([client.subscriptions.list(), client.subscriptions.list()])
    await client.subscriptions.list()
    expect(paths().filter((path) => path.startsWith("/users/self"))).toHaveLength(1)
    expect(paths()[0]).toMatch(/^\/users\/self/)
    expect(paths()).toHaveLength(4)
  })

  it("of another organization sends nothing, however often it is tried", async () => {
    answerAs(OTHER)
    const { client } = open(["a"])
    for (let times = 0; times < 2; times++) {
      const error = await errorThrownBy(client.subscriptions.list(), OtherOrganizationError)
      expect(error).toMatchObject({ code: "pos_other_organization", effect: "none", retryable: false })
      expect(error.message).toContain(OTHER)
    }
    expect(paths().every((path) => path.startsWith("/users/self"))).toBe(true)
  })

  it("that the POS no longer accepts is replaced once, and the next one is asked again", async () => {
    service.current.answer = ({ path, headers }) =>
      headers.authorization === "Bearer old"
        ? { status: 401, body: {} }
        : path.startsWith("/users/self")
          ? { body: { uuid: OWN, organizationUuid: OWN } }
          : { body: [] }
    const { client, state } = open(["old", "new"])
    expect(await client.subscriptions.list()).toEqual([])
    expect(state.at).toBe(1)
  })
})
