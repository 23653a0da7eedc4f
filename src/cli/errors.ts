/** A command of the CLI could not do what it was asked for. Its message says why, and what to do. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** The folder has no configuration of Medusa. */
export class ConfigNotFoundError extends CommandError {
  constructor(folder: string) {
    super(
      `Could not find medusa-config.ts or medusa-config.js in ${folder}. Run the command in the folder that contains it ` +
        "(apps/backend, where create-medusa-app made the store), or name it with --directory."
    )
  }
}

/** A question has no answer, because nobody is at a terminal. */
export class AnswerMissingError extends CommandError {
  constructor(question: string, flag: string) {
    super(`Could not ask for ${question}: there is no terminal. Pass ${flag}.`)
  }
}

/** An answer that was passed as a flag, or is already in a file, is not usable. */
export class AnswerInvalidError extends CommandError {
  constructor(question: string, problem: string, flag: string) {
    super(`Could not use ${question}: ${problem}. Pass another with ${flag}.`)
  }
}

/** The flags of a command are wrong. */
export class UsageError extends CommandError {
  constructor(problem: string) {
    super(`Could not read the command: ${problem}. Run "npx medusa-plugin-pos --help" for what it takes.`)
  }
}
