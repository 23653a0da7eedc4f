import axios, { type AxiosInstance } from "axios"
import { z } from "zod"

const organizationSchema = z.looseObject({ organizationUuid: z.string(), apiKey: z.string() })

/** Properties of a new organization; a Swedish store that sells in SEK by default. */
export type OrganizationChoices = {
  name?: string
  country?: string
  currency?: string
  scopes?: string[]
  timeZone?: string
  taxationType?: string
  taxationMode?: string
}

/** `control`: HTTP client of the sandbox's control routes. */
export type OpenedOrganization = { control: AxiosInstance; organizationUuid: string; apiKey: string }

/** Creates an organization at the sandbox that the environment names, by its control routes. */
export async function openOrganization(choices: OrganizationChoices): Promise<OpenedOrganization> {
  const control = axios.create({
    baseURL: `${process.env.POS_SERVICE_URL}/_sandbox`,
    headers: { authorization: `Bearer ${process.env.POS_CONTROL_TOKEN}` },
  })
  const { data } = await control.post("/organizations", {
    name: "Åsas Butik",
    country: "SE",
    currency: "SEK",
    ...choices,
  })
  const { organizationUuid, apiKey } = organizationSchema.parse(data)
  return { control, organizationUuid, apiKey }
}
