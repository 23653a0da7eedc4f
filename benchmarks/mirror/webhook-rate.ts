import { secondsOf } from "../measure"
import { WebhookClient, toRequest } from "./webhook-client"
import { composeNotification } from "./webhook-notification"

const signingKey = process.env.BENCH_SIGNING_KEY ?? ""

const CONNECTIONS = 32

/** Signed notifications, each of its own, for a webhook endpoint. */
export const requestsFor = (url: URL, count: number) =>
  Array.from({ length: count }, () => toRequest(url, composeNotification(signingKey)))

/** Does work with connections that are open already. */
export async function withClients<Result>(
  url: URL,
  work: (clients: WebhookClient[]) => Promise<Result>
): Promise<Result> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => WebhookClient.open(url)))
  try {
    return await work(clients)
  } finally {
    clients.forEach((client) => client.close())
  }
}

/** Notifications a second, each connection sending the next as soon as it has an answer. */
export async function rateOf(address: string, count: number): Promise<number> {
  const url = new URL(address)
  const requests = requestsFor(url, count)
  return withClients(url, async (clients) => {
    let next = 0
    const sendOn = async (client: WebhookClient) => {
      for (let request = requests[next++]; request; request = requests[next++]) {
        await client.send(request)
      }
    }
    return count / (await secondsOf(() => Promise.all(clients.map(sendOn))))
  })
}
