import type { AxiosInstance } from "axios"
import type { Interaction } from "./cassette"
import type { MatchingIds } from "./matching-ids"
import { textOf } from "./replay"

/** What calls are played against: a sandbox, whoever asks, and somebody who is told. */
export type Stage = { api: AxiosInstance; token: string; destination: string; apiKey: string; clientId: string }

/** Asks what was asked, with what stands in the sandbox in the place of what stood there. */
export async function play(
  { method, path, query, credential, status, request }: Interaction,
  stage: Stage,
  ids: MatchingIds
) {
  const { body } = request
  const isToken = path === "/token" && body && "form" in body
  const secrets: Record<string, string> = status < 400 ? { client_id: stage.clientId, assertion: stage.apiKey } : {}
  const text = isToken
    ? new URLSearchParams({ ...body.form, ...secrets }).toString()
    : withDestination(ids.translate(textOf(body)), stage.destination)
  const answer = await stage.api.request<string>({
    method,
    url: ids.translate(path),
    params: new URLSearchParams(query.map(([name, value]): [string, string] => [name, ids.translate(value)])),
    headers: {
      ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, ids.translate(value)])),
      // What was refused for its token is sent with one that is wrong.
      ...(credential ? { authorization: `Bearer ${status === 401 ? "wrong" : stage.token}` } : {}),
    },
    ...(text === "" ? {} : { data: text }),
    responseType: "text",
    transformResponse: (told: string) => told,
  })
  return { status: answer.status, headers: answer.headers, json: parseJson(answer.data) }
}

/** Where the account was told is nobody's business: the sandbox tells somebody who is there. */
const withDestination = (text: string, destination: string) =>
  text.replace(/("destination":")[^"]*"/, (_whole, name: string) => `${name}${destination}"`)

function parseJson(text: string): unknown {
  if (text === "") {
    return null
  }
  try {
    return JSON.parse(text)
  } catch {
    // A picture or a page.
    return "no JSON"
  }
}
