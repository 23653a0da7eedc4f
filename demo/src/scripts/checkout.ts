import type { ExecArgs } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createLocationFulfillmentSetWorkflow,
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} from "@medusajs/medusa/core-flows"

type Container = ExecArgs["container"]

/** The provider that Medusa's fulfillment module names `manual`. */
const MANUAL_PROVIDER = "manual_manual"
const COUNTRIES = ["se", "fi"]
const PRICES = [
  { currency_code: "sek", amount: 49 },
  { currency_code: "eur", amount: 4.9 },
]
const FULFILLMENT_SET = "Butikens leveranser"
const CHANNEL = "Webb"
/** The profile of the seeded products; Medusa's migrations create another default one. */
const PROFILE = "Standard"

class DemoShopIncompleteError extends Error {
  constructor(missing: string) {
    super(`Could not prepare the checkout: the demo store has no ${missing}. Start it again with \`--fresh\`.`)
    this.name = "DemoShopIncompleteError"
  }
}

/** Gives the online store what a checkout needs: a shipping option and a publishable API key. Adds only what is missing. */
export default async function prepareCheckout({ container }: Pick<ExecArgs, "container">): Promise<void> {
  await createShipping(container)
  await createPublishableKey(container)
}

async function createShipping(container: Container): Promise<void> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const known = await fulfillment.listShippingOptions({})
  if (known.some(({ provider_id }) => provider_id === MANUAL_PROVIDER)) {
    return
  }
  const [location] = await container.resolve(Modules.STOCK_LOCATION).listStockLocations({ name: "Butiken" })
  const [profile] = await fulfillment.listShippingProfiles({ name: PROFILE })
  if (!location || !profile) {
    throw new DemoShopIncompleteError(location ? "shipping profile" : "stock location")
  }
  const serviceZoneId = await createServiceZone(container, location.id)
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: MANUAL_PROVIDER },
  })
  await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Hemleverans",
        price_type: "flat",
        provider_id: MANUAL_PROVIDER,
        service_zone_id: serviceZoneId,
        shipping_profile_id: profile.id,
        type: { label: "Hemleverans", description: "Hem till dörren inom tre dagar", code: "standard" },
        prices: PRICES,
        rules: [
          { attribute: "enabled_in_store", operator: "eq", value: "true" },
          { attribute: "is_return", operator: "eq", value: "false" },
        ],
      },
    ],
  })
}

/** A run that was stopped in between may have left the fulfillment set without a zone, or with one. */
async function createServiceZone(container: Container, locationId: string): Promise<string> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const read = async () =>
    (await fulfillment.listFulfillmentSets({ name: FULFILLMENT_SET }, { relations: ["service_zones"] }))[0]
  if (!(await read())) {
    await createLocationFulfillmentSetWorkflow(container).run({
      input: { location_id: locationId, fulfillment_set_data: { name: FULFILLMENT_SET, type: "shipping" } },
    })
  }
  const set = await read()
  const [zone] = set?.service_zones ?? []
  if (!set || zone) {
    return zone?.id ?? ""
  }
  const {
    result: [created],
  } = await createServiceZonesWorkflow(container).run({
    input: {
      data: [
        {
          name: "Norden",
          fulfillment_set_id: set.id,
          geo_zones: COUNTRIES.map((country_code) => ({ type: "country" as const, country_code })),
        },
      ],
    },
  })
  return created.id
}

async function createPublishableKey(container: Container): Promise<void> {
  const known = await container.resolve(Modules.API_KEY).listApiKeys({ type: "publishable", title: CHANNEL })
  const [channel] = await container.resolve(Modules.SALES_CHANNEL).listSalesChannels({ name: CHANNEL })
  if (!channel) {
    throw new DemoShopIncompleteError(`sales channel "${CHANNEL}"`)
  }
  let id = known[0]?.id
  if (!id) {
    const {
      result: [key],
    } = await createApiKeysWorkflow(container).run({
      input: { api_keys: [{ title: CHANNEL, type: "publishable", created_by: "" }] },
    })
    id = key.id
  }
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id, add: [channel.id] } })
}
