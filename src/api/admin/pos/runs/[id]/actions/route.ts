import { POS_MODULE } from "../../../../../../modules/pos"
import { posControlRunWorkflow } from "../../../../../../workflows"
import { presentRun } from "../../present"
import { pathId } from "../../../../../utils/schemas"
import { runActionBodySchema } from "../../validators"
import { defineChange } from "../../../../../utils/define-route"

/** `POST /admin/pos/runs/:id/actions {action: "pause" | "resume" | "cancel"}` → `{run}`. 400 when it has ended. */
export const POST = defineChange({
  access: "operate",
  body: runActionBodySchema,
  audit: {
    kind: "control-run",
    connectionId: async (request, pos) => (await pos.listPosRuns({ id: pathId(request) }))[0]?.connection_id ?? null,
    asked: (request) => ({ run_id: pathId(request), action: request.validatedBody.action }),
    watch: async (pos, _connection, request) => {
      const [run] = await pos.listPosRuns({ id: pathId(request) })
      return { state: run?.state }
    },
  },
}).handle(async (request, response) => {
  const id = pathId(request)
  await posControlRunWorkflow(request.scope).run({ input: { run_id: id, action: request.validatedBody.action } })
  const pos = request.scope.resolve(POS_MODULE)
  response.json({ run: presentRun(await pos.findRun(id), await pos.now()) })
})
