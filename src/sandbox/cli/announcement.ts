import { GRANT_TYPES } from "../../pos-api/contract"
import type { Sandbox } from "../server"
import { certificateFile } from "./kept-certificate"

type Shown = Pick<Sandbox, "url" | "controlToken" | "certificate" | "shops">

/** What is printed when a sandbox has started: for a person, or one line for a program. */
export function announce({ url, controlToken, certificate, shops }: Shown, { json }: { json: boolean }): string {
  const [first] = shops
  if (json) {
    const { organizationUuid, apiKey, clientId } = first ?? {}
    return `${JSON.stringify({ url, controlToken, organizationUuid, apiKey, clientId })}\n`
  }
  const trust = certificate ? [`Certificate    ${certificateFile()}   (NODE_EXTRA_CA_CERTS=…, curl --cacert …)`] : []
  const lines = [
    `The sandbox is at ${url}`,
    "",
    `Till           ${url}/#token=${controlToken}`,
    `Reference      ${url}/docs`,
    `Control token  ${controlToken}`,
    ...trust,
    ...shops.flatMap(({ name, currency, organizationUuid, apiKey }) => [
      "",
      `${name} (${currency})`,
      `Organisation   ${organizationUuid}`,
      `API key        ${apiKey}`,
    ]),
    ...(first ? ["", ...trials({ url, controlToken, certificate }, first)] : []),
  ]
  return `${lines.join("\n")}\n`
}

/** Calls to paste into a terminal as they stand. */
function trials(
  { url, controlToken, certificate }: Omit<Shown, "shops">,
  { apiKey, clientId, organizationUuid }: Shown["shops"][number]
): string[] {
  const curl = certificate ? `curl -s --cacert ${certificateFile()}` : "curl -s"
  const grant = `-d grant_type=${GRANT_TYPES.assertion} -d client_id=${clientId} -d assertion=$API_KEY`
  const body = JSON.stringify({ organizationUuid, eventName: "PurchaseCreated" })
  return [
    "Try it:",
    `API_KEY=${apiKey}`,
    `TOKEN=$(${curl} ${url}/token ${grant} | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `${curl} "${url}/purchases/v2?limit=1&descending=true" -H "authorization: Bearer $TOKEN"`,
    `${curl} ${url}/organizations/self/products/v2 -H "authorization: Bearer $TOKEN"`,
    `${curl} ${url}/_sandbox/triggers -H "authorization: Bearer ${controlToken}" -H "content-type: application/json" -d '${body}'`,
  ]
}
