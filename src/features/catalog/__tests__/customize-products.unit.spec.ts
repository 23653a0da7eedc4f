import { z } from "zod"

type Customizing = typeof import("../customize-products")
type Engine = { WorkflowManager: { getWorkflow: (id: string) => object | undefined } }

const workflowSchema = z.looseObject({}).transform(({ handlers_: _handlers, ...workflow }) => workflow)

/** Loads the module where the workflow engine keeps its handlers under no name that we know. */
function load(): Customizing {
  let loaded: Customizing | undefined
  jest.isolateModules(() => {
    const { WorkflowManager } = jest.requireActual<Engine>("@medusajs/framework/orchestration")
    const getWorkflow = WorkflowManager.getWorkflow.bind(WorkflowManager)
    jest
      .spyOn(WorkflowManager, "getWorkflow")
      .mockImplementation((id) => workflowSchema.optional().parse(getWorkflow(id)))
    loaded = jest.requireActual<Customizing>("../customize-products")
  })
  if (!loaded) {
    throw new Error("The module was not loaded")
  }
  return loaded
}

describe("the hook productsMapped", () => {
  afterEach(() => jest.restoreAllMocks())

  it("[D38] is loaded, and a handler that is registered late is seen, whatever the engine keeps inside", () => {
    const { isCustomized, posCustomizeProductsWorkflow } = load()
    expect(isCustomized()).toBe(false)
    posCustomizeProductsWorkflow.hooks.productsMapped(async () => undefined)
    expect(isCustomized()).toBe(true)
  })
})
