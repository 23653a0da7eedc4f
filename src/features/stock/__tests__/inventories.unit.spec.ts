import { chooseInventories } from "../rules"

const inventory = (inventoryUuid: string, inventoryType: string, defaultInventory?: boolean | null) => ({
  inventoryUuid,
  inventoryType,
  ...(defaultInventory === undefined ? {} : { defaultInventory }),
})

describe("the inventories that a connection works with", () => {
  it("are the register's own of several STOREs, wherever it stands", () => {
    const [own, stall] = [inventory("own", "STORE", true), inventory("stall", "STORE", false)]
    const sold = inventory("sold", "SOLD")
    expect(chooseInventories([stall, own, sold])).toEqual({ STORE: "own", SOLD: "sold" })
    expect(chooseInventories([own, stall, sold])).toEqual({ STORE: "own", SOLD: "sold" })
  })

  it("are the first where the POS names none of them", () => {
    const stores = [inventory("first", "STORE"), inventory("second", "STORE", null), inventory("third", "STORE")]
    expect(chooseInventories(stores)).toEqual({ STORE: "first" })
  })
})
