import http from "node:http"

export type Target = { url: string; paths: string[]; token: string }

const CONNECTIONS = 32

/** Reads paths in turn, so many at once as there are connections. @throws when an answer is not 200 */
export async function requestMany({ url, paths, token }: Target, count: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const { hostname, port } = new URL(url)
  const headers = { authorization: `Bearer ${token}` }
  let next = 0
  const read = (path: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      http
        .get({ agent, hostname, port, path, headers }, (response) => {
          response.resume().on("end", () => {
            if (response.statusCode === 200) {
              resolve()
            } else {
              reject(new Error(`${path} answered ${response.statusCode}`))
            }
          })
        })
        .on("error", reject)
    })
  const reader = async () => {
    while (next < count) {
      await read(paths[next++ % paths.length])
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, reader))
  agent.destroy()
}
