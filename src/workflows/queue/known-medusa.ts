import { readFileSync } from "node:fs"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { TESTED_MEDUSA } from "../../vocabulary/tested-medusa"

const manifestSchema = z.object({ version: z.string() })

/** The version of Medusa that the shop runs on. */
export function installedMedusa(): string {
  const manifest = require.resolve("@medusajs/medusa/package.json")
  return manifestSchema.parse(JSON.parse(readFileSync(manifest, "utf8"))).version
}

/** Says so when this version of Medusa is none that the plugin is tested with; null where it is one. */
export function unknownMedusa(version: string): string | null {
  const minor = version.split(".").slice(0, 2).join(".")
  return TESTED_MEDUSA.some((tested) => tested === minor)
    ? null
    : `Medusa ${version} is none that this version of medusa-plugin-pos is tested with (${TESTED_MEDUSA.join(", ")})`
}

/** At boot: a shop whose Medusa was made newer than the plugin knows it from its log. */
export async function tellUnknownMedusa(container: MedusaContainer): Promise<void> {
  const unknown = unknownMedusa(installedMedusa())
  if (unknown !== null) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `pos: ${unknown}. It goes on as long as Medusa's tables fit, which is looked at now; is there a newer version of it?`
      )
  }
}
