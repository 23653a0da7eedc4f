import { fakeContainer, fakeSql } from "../support/fakes"
import type { Recipe } from "../support/recipe"

export const job: Recipe = {
  title: "Add a recurring job",
  edits: [
    {
      file: "src/features/background/recurring-jobs.ts",
      after: 'import type { MedusaContainer } from "@medusajs/framework/types"\n',
      insert: 'import { ContainerRegistrationKeys } from "@medusajs/framework/utils"\n',
    },
    {
      file: "src/features/background/recurring-jobs.ts",
      after: "export const RECURRING_JOBS = {\n",
      insert: `  /** Reminds of something each hour. */
  remind: {
    name: "remind",
    schedule: "5 * * * *",
    restSeconds: 90 * 60,
    perform: async (container) => {
      container.resolve(ContainerRegistrationKeys.LOGGER).info("pos: remember")
    },
  },
`,
    },
    {
      file: "src/jobs/pos-remind.ts",
      content: `import { asJob, getJobConfig, RECURRING_JOBS } from "../features/background/recurring-jobs"

export default asJob(RECURRING_JOBS.remind)

export const config = getJobConfig(RECURRING_JOBS.remind)
`,
    },
  ],
  async see(load) {
    const module = load("src/jobs/pos-remind.ts")
    const scheduled = fakeContainer()
    await module.default(scheduled.container)
    // The fallback scheduler claims what Medusa's has missed.
    const claimed = fakeSql((text) =>
      text.includes("alone_since") && text.includes("known") ? [{ name: "remind", own_write: "1" }] : []
    )
    const missed = fakeContainer(claimed.sql)
    await load("src/features/background/lifecycle.ts").runMissedJobs(missed.container)
    return {
      config: module.config,
      scheduled: scheduled.messages,
      missed: missed.messages,
      restSeconds: claimed.statements
        .flatMap(({ bindings }) => bindings.map(String))
        .some((binding) => binding.includes('"remind":5400')),
    }
  },
  expected: {
    config: { name: "pos-remind", schedule: "5 * * * *" },
    scheduled: ["pos: remember"],
    missed: ["pos: remember"],
    restSeconds: true,
  },
}
