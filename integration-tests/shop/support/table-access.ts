import type { PosModuleService } from "../../../src/modules/pos/service"

type Access = "auto" | "sql" | "services"

/** Sets the option `medusaAccess` for the catalog, until mocks are restored. */
export async function readCatalogBy(pos: PosModuleService, catalog: Access): Promise<void> {
  if (jest.isMockFunction(pos.getOptions)) {
    jest.mocked(pos.getOptions).mockRestore()
  }
  const options = await pos.getOptions()
  jest.spyOn(pos, "getOptions").mockResolvedValue({ ...options, medusaAccess: { ...options.medusaAccess, catalog } })
}

/** Sets the option `medusaAccess` for orders, until mocks are restored. */
export async function writeOrdersBy(pos: PosModuleService, orders: Access): Promise<void> {
  const options = await pos.getOptions()
  jest.spyOn(pos, "getOptions").mockResolvedValue({ ...options, medusaAccess: { ...options.medusaAccess, orders } })
}
