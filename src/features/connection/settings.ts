import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { isDeepStrictEqual } from "node:util"
import type { StockSync } from "../../contract/connection"
import {
  type ChosenInboundSettings,
  COPIED_SETTINGS,
  type CopiedSetting,
  type LeftOutReason,
  type InboundSettings,
  type InboundSettingsChange,
  inboundSettingsChangeSchema,
  type OutboundSettings,
  outboundSettingsChangeSchema,
  outboundSettingsSchema,
} from "../../contract/settings"
import { POS_MODULE } from "../../modules/pos"
import {
  type ConnectionRecord,
  getInboundSettings,
  getOutboundSettings,
  toInboundSettingsLock,
  toOutboundSettingsLock,
} from "../../modules/pos/connection-record"
import { PosError } from "../../modules/pos/errors"
import { wakeFor } from "../../runtime/queue"
import { closeDays } from "../accounting"
import { POS_EVENTS } from "../../runtime/events"
import { checkPriceChoice, startRun } from "../catalog"
import { closeAllDifferences, forgetLowStock, restartAllStock, markAllStockDue, requestReconciliation } from "../stock"
import { chooseTimeZone, timeZoneOfPos, TimeZoneOfPosError, getTimeZones } from "./profile"

/** Input for outbound settings; the missing ones stay. */
export type UpdateOutboundSettingsInput = { connection_id: string; settings: Partial<OutboundSettings> }

/** Changes the outbound settings, one change of a connection at a time, and starts a run that updates the POS. */
const posUpdateOutboundSettingsStep = createStep(
  "pos-update-outbound-settings",
  async (input: UpdateOutboundSettingsInput, { container }) => {
    const { connection_id } = input
    const { before, settings, held } = await container
      .resolve(POS_MODULE)
      .alone(toOutboundSettingsLock(connection_id), async () => changeOutboundSettings(container, input))
    // While an initial matching plan waits, nothing is pushed; applying it starts the run.
    const run_id = held ? null : (await startRun(container, connection_id)).run_id
    return new StepResponse({ connection_id, run_id, settings }, { connection_id, before })
  },
  async (undo, { container }) => {
    if (undo) {
      await container
        .resolve(POS_MODULE)
        .updatePosConnections({ id: undo.connection_id, outbound_settings: undo.before })
    }
  }
)

async function changeOutboundSettings(
  container: MedusaContainer,
  { connection_id, settings: change }: UpdateOutboundSettingsInput
) {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connection_id)
  const before = getOutboundSettings(connection)
  const settings = outboundSettingsSchema.parse({ ...before, ...change })
  if (change.price) {
    await checkPriceChoice(container, change.price, connection.currency_code)
  }
  await pos.updatePosConnections({ id: connection_id, outbound_settings: settings })
  return { before, settings, held: connection.push_held }
}

/** Changes a connection's outbound settings, and starts a run that updates the POS. */
export const posUpdateOutboundSettingsWorkflow = createWorkflow(
  "pos-update-outbound-settings",
  (input: UpdateOutboundSettingsInput) => {
    const updated = posUpdateOutboundSettingsStep(input)
    wakeFor(updated, POS_EVENTS.outboxDue)
    return new WorkflowResponse(updated)
  }
)

export type UpdateInboundSettingsInput = InboundSettingsChange & { connection_id: string }

/** Two-way stock was chosen, but the POS's inventory API is not configured. */
class NoInventoryInterfaceError extends PosError {
  constructor() {
    super(
      "pos_inventory_missing",
      "Stock cannot go both ways: the POS's inventory interface is not configured (option addresses.inventoryUrl). " +
        "Choose pos-only or off, or set the address and connect again."
    )
  }
}

/**
 * Changes the inbound settings, one change of a connection at a time: all settings are in one column, and closing days
 * takes long, so that a change meanwhile would be lost, or would open the days again.
 */
const posUpdateInboundSettingsStep = createStep(
  "pos-update-inbound-settings",
  async (input: UpdateInboundSettingsInput, { container }) =>
    container
      .resolve(POS_MODULE)
      .alone(toInboundSettingsLock(input.connection_id), async () => changeInboundSettings(container, input)),
  async (former, { container }) => {
    if (former) {
      await container.resolve(POS_MODULE).updatePosConnections(former)
    }
  }
)

async function changeInboundSettings(
  container: MedusaContainer,
  { connection_id, stock_sync, accounting, time_zone: requestedZone, ...change }: UpdateInboundSettingsInput
) {
  const pos = container.resolve(POS_MODULE)
  const connection = await pos.findConnection(connection_id)
  if (stock_sync === "two_way" && connection.inventories === null) {
    throw new NoInventoryInterfaceError()
  }
  const formerZones = getTimeZones(connection)
  const zoneOfPos = timeZoneOfPos(formerZones)
  if (requestedZone && zoneOfPos !== null) {
    throw new TimeZoneOfPosError(zoneOfPos)
  }
  const { time_zone, chosen } = chooseTimeZone(formerZones, { wanted: requestedZone })
  const before = { stock_sync: connection.stock_sync, ...getInboundSettings(connection) }
  const { stock_sync: policy, ...settings } = {
    ...before,
    ...change,
    accounting: accounting
      ? await closeDays(container, { ...connection, time_zone }, before.accounting, accounting)
      : before.accounting,
    stock_sync: stock_sync ?? before.stock_sync,
    time_zone: chosen,
  }
  // Choosing it again clears the POS's earlier answer, so that the POS is asked again.
  const lowStockReset = change.low_stock === undefined ? {} : { low_stock_unknown_at: null }
  const rules = (settings: typeof before) =>
    JSON.stringify([
      settings.stock_sync,
      settings.stock_buffer,
      settings.initial_stock_source,
      settings.additional_stock_location_ids,
      settings.low_stock,
    ])
  // Together, so that a crash leaves no stock that was sent by the former setting.
  await pos.transaction(async (sql, _now, context) => {
    await pos.updatePosConnections(
      { id: connection_id, stock_sync: policy, inbound_settings: settings, time_zone, ...lowStockReset },
      context
    )
    if (policy !== before.stock_sync && policy === "two_way") {
      await restartAllStock(sql, connection_id)
    } else if (policy === before.stock_sync && rules({ stock_sync: policy, ...settings }) !== rules(before)) {
      await markAllStockDue(sql, connection_id)
    }
  })
  if (policy !== before.stock_sync) {
    await followStockSync(container, connection_id, before.stock_sync, policy)
  }
  if (settings.low_stock !== before.low_stock) {
    await followLowStock(container, connection_id, settings.low_stock)
  }
  return new StepResponse(
    { stock_sync: policy, ...settings },
    {
      id: connection_id,
      stock_sync: connection.stock_sync,
      inbound_settings: connection.inbound_settings,
      time_zone: connection.time_zone,
    }
  )
}

/**
 * Follows a changed policy. Levels may have diverged while stock was not two-way, so two-way stock begins with initial
 * matching, which was restarted together with the setting. When only POS movements are followed again, levels are
 * compared and differences shown.
 */
async function followStockSync(
  container: MedusaContainer,
  connectionId: string,
  before: StockSync,
  now: StockSync
): Promise<void> {
  const pos = container.resolve(POS_MODULE)
  switch (now) {
    case "two_way":
      return
    case "pos_to_store":
      if (before === "off") {
        await requestReconciliation(container, connectionId, "policy-changed")
      }
      return
    case "off":
      await pos.query((sql, at) => closeAllDifferences(sql, connectionId, at))
  }
}

/** Starts or stops reading the POS's low-stock levels in the comparison of levels. */
async function followLowStock(container: MedusaContainer, connectionId: string, chosen: InboundSettings["low_stock"]) {
  if (chosen === "off") {
    await container.resolve(POS_MODULE).query((sql) => forgetLowStock(sql, connectionId))
  } else {
    await requestReconciliation(container, connectionId, "by-hand")
  }
}

/** Changes a connection's inbound settings. A changed stock setting marks all stock as due. */
export const posUpdateInboundSettingsWorkflow = createWorkflow(
  "pos-update-inbound-settings",
  (input: UpdateInboundSettingsInput) => {
    const settings = posUpdateInboundSettingsStep(input)
    wakeFor(input, POS_EVENTS.outboxDue, POS_EVENTS.runDue)
    return new WorkflowResponse(settings)
  }
)

/** Source and target connection; `names`: the settings to copy, default: all that differ. */
export type CopySettingsInput = { connection_id: string; from_connection_id: string; names?: CopiedSetting[] }

/** The source and target connection are the same. */
class SameConnectionError extends PosError {
  constructor(id: string) {
    super("pos_connection_same", `${id} has these settings already. Name another connection to copy from.`)
  }
}

/**
 * Returns what copying would change, without changing anything.
 * @throws ConnectionNotFoundError, SameConnectionError
 */
export async function previewCopiedSettings(
  container: MedusaContainer,
  { connection_id, from_connection_id, names }: CopySettingsInput
): Promise<CopiedSettings> {
  if (connection_id === from_connection_id) {
    throw new SameConnectionError(connection_id)
  }
  const pos = container.resolve(POS_MODULE)
  const [to, from] = [await pos.findConnection(connection_id), await pos.findConnection(from_connection_id)]
  const { region_id } = getOutboundSettings(from).price
  const [region] = region_id ? await container.resolve(Modules.REGION).listRegions({ id: region_id }) : []
  const copied = copiedSettings(from, to, region?.currency_code ?? null)
  return { ...copied, changes: copied.changes.filter(({ name }) => names?.includes(name) ?? true) }
}

const posPreviewCopiedSettingsStep = createStep(
  "pos-preview-copied-settings",
  async (input: CopySettingsInput, { container }) => {
    const { changes, left_out } = await previewCopiedSettings(container, input)
    const changed = Object.fromEntries(changes.map(({ name, after }) => [name, after]))
    return new StepResponse({
      changes,
      left_out,
      // Each schema picks its own settings.
      push: outboundSettingsChangeSchema.parse(changed),
      mirror: inboundSettingsChangeSchema.parse(changed),
    })
  }
)

/** Copies the settings of another connection, where they fit, and starts a run that updates the POS. */
export const posCopySettingsWorkflow = createWorkflow("pos-copy-settings", (input: CopySettingsInput) => {
  const copied = posPreviewCopiedSettingsStep(input)
  when("pos-inbound-settings-differ", copied, ({ mirror }) => Object.keys(mirror).length > 0).then(() => {
    posUpdateInboundSettingsStep(
      transform({ input, copied }, (data) => ({ ...data.copied.mirror, connection_id: data.input.connection_id }))
    )
  })
  const pushed = when("pos-outbound-settings-differ", copied, ({ push }) => Object.keys(push).length > 0).then(() =>
    posUpdateOutboundSettingsStep(
      transform({ input, copied }, (data) => ({
        connection_id: data.input.connection_id,
        settings: data.copied.push,
      }))
    )
  )
  wakeFor(input, POS_EVENTS.outboxDue)
  return new WorkflowResponse(
    transform({ copied, pushed }, (data) => ({
      changes: data.copied.changes,
      left_out: data.copied.left_out,
      run_id: data.pushed?.run_id ?? null,
    }))
  )
})

type Settings = OutboundSettings & ChosenInboundSettings

/** The changes of copying, and the settings that do not fit this connection. */
type CopiedSettings = {
  changes: { name: CopiedSetting; before: unknown; after: unknown }[]
  left_out: { name: CopiedSetting; reason: LeftOutReason }[]
  /** all settings after copying */
  settings: Settings
}

/**
 * Computes the settings of one connection as another may have them. These stay: the time zone, closed accounting days,
 * DATEV numbers, and what does not fit the target's currency, country or interfaces. Sales channel, stock location,
 * region and credentials are no settings.
 * @param regionCurrency currency of the region whose prices `from` shows; null: it names none
 */
function copiedSettings(from: ConnectionRecord, to: ConnectionRecord, regionCurrency: string | null): CopiedSettings {
  const [theirs, own] = [getSettings(from), getSettings(to)]
  const fitsRegion = regionCurrency === null || regionCurrency.toLowerCase() === to.currency_code
  const fitsAccounting = from.country_code === to.country_code && from.currency_code === to.currency_code
  const fitsStock = theirs.stock_sync !== "two_way" || to.inventories !== null
  const { accounts, rates, fiscal_year_start } = theirs.accounting
  const settings: Settings = {
    ...theirs,
    price: { ...theirs.price, region_id: fitsRegion ? theirs.price.region_id : own.price.region_id },
    stock_sync: fitsStock ? theirs.stock_sync : own.stock_sync,
    // The time zone depends on the organization's place.
    time_zone: own.time_zone,
    // A connection's own stock location always supplies its stock.
    additional_stock_location_ids: theirs.additional_stock_location_ids.filter((id) => id !== to.stock_location_id),
    accounting: fitsAccounting ? { ...own.accounting, accounts, rates, fiscal_year_start } : own.accounting,
  }
  const leftOut = [
    { name: "price", reason: "other-currency", fits: fitsRegion },
    { name: "stock_sync", reason: "no-inventory", fits: fitsStock },
    {
      name: "accounting",
      reason: "other-country",
      fits: fitsAccounting || Object.keys(accounts).length + rates.length === 0,
    },
  ] as const
  return {
    changes: COPIED_SETTINGS.filter((name) => !isSame(own[name], settings[name])).map((name) => ({
      name,
      before: own[name],
      after: settings[name],
    })),
    left_out: leftOut.filter(({ fits }) => !fits).map(({ name, reason }) => ({ name, reason })),
    settings,
  }
}

function getSettings(connection: ConnectionRecord): Settings {
  const { field_owners, ...push } = getOutboundSettings(connection)
  const { stock_sync } = connection
  // A field that the store owns may be listed or missing; this normalizes it.
  const owners = Object.entries(field_owners).filter(([, owner]) => owner === "pos")
  return { ...push, field_owners: Object.fromEntries(owners), stock_sync, ...getInboundSettings(connection) }
}

/** Compares two settings; the order in lists is irrelevant. */
function isSame(left: unknown, right: unknown): boolean {
  return Array.isArray(left) && Array.isArray(right)
    ? isDeepStrictEqual(left.toSorted(), right.toSorted())
    : isDeepStrictEqual(left, right)
}
