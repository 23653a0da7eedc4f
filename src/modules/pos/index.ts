import { Module } from "@medusajs/framework/utils"
import { PosModuleService } from "./service"

export type { PosPluginOptions } from "./options"
export type { TransformProduct } from "./options-schema"

/** The key of the module in Medusa's container. */
export const POS_MODULE = "pos"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    pos: PosModuleService
  }
}

/** The `pos` module with its service, {@link PosModuleService}. */
export default Module(POS_MODULE, { service: PosModuleService })
