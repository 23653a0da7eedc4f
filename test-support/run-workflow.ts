/** What a workflow that makes one thing has made. */
export async function firstResult<Result>(work: Promise<{ result: Result[] }>): Promise<Result> {
  const [first] = (await work).result
  if (first === undefined) {
    throw new Error("The workflow has made nothing")
  }
  return first
}
