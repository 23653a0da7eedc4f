import { ConcurrencyQueue } from "../delivery-attempts"

/** Work that notes when it begins, and ends when the test says so. */
function stage(atOnce: number) {
  const queue = new ConcurrencyQueue(atOnce)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const add = (line: string, name: string) =>
    queue.add(line, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const end = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { queue, begun, add, end }
}

describe("ConcurrencyQueue", () => {
  it("runs so much at once, and a line in the order it came", async () => {
    const { begun, add, end } = stage(2)
    ;["a", "b", "c", "d"].forEach((name) => add("products", name))
    expect(begun).toEqual(["a", "b"])
    await end()
    expect(begun).toEqual(["a", "b", "c"])
    await end()
    expect(begun).toEqual(["a", "b", "c", "d"])
  })

  it("lets the lines take turns: a sale does not wait for a thousand products", async () => {
    const { begun, add, end } = stage(1)
    Array.from({ length: 1_000 }, (_none, index) => add("products", `product ${index}`))
    add("sales", "sale 1")
    add("sales", "sale 2")
    for (let ended = 0; ended < 4; ended++) {
      await end()
    }
    expect(begun).toEqual(["product 0", "product 1", "sale 1", "product 2", "sale 2"])
  })

  it("is idle when nothing runs or waits", async () => {
    const { queue, add, end } = stage(1)
    await queue.idle()
    add("products", "a")
    add("sales", "b")
    let isIdle = false
    const idle = queue.idle().then(() => {
      isIdle = true
    })
    await end()
    expect(isIdle).toBe(false)
    await end()
    await idle
    expect(isIdle).toBe(true)
  })
})
