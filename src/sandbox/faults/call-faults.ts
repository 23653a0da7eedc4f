import { setTimeout as wait } from "node:timers/promises"
import type { Request, RequestHandler, Response } from "express"
import { HttpError } from "../http/http-error"
import { type InterfaceName, interfaceOf } from "../http/interfaces"
import type { SandboxContext } from "../context/sandbox-context"
import { type Fault, hits } from "./fault"

type CallFault = Extract<Fault, { interface: string }>

/** Makes calls slow, fail, break off or answer nonsense, as the faults of the moment say. */
export function injectCallFaults(context: SandboxContext): RequestHandler {
  return (request, response, next) => {
    const name = interfaceOf(request.path)
    const fault = name && context.state.faults.filter(isCallFault).find((one) => aims(one, name, request) && hits(one))
    if (!fault) {
      next()
      return
    }
    apply(fault, response).then((isOver) => isOver || next(), next)
  }
}

function isCallFault(fault: Fault): fault is CallFault {
  return "interface" in fault
}

function aims(fault: CallFault, name: InterfaceName, request: Request): boolean {
  const atInterface = fault.interface === "all" || fault.interface === name
  const atAddress = fault.address === undefined || request.originalUrl.includes(fault.address)
  return atInterface && atAddress && (fault.method === undefined || fault.method === request.method)
}

/** @returns true when the call was answered or broken off here */
async function apply(fault: CallFault, response: Response): Promise<boolean> {
  switch (fault.kind) {
    case "latency":
      await wait(fault.milliseconds)
      return false
    case "status":
      if (fault.when === "before") {
        throw failure(fault.status, fault.retryAfter)
      }
      replaceAnswer(response, (end) => {
        const { body, headers } = failure(fault.status, fault.retryAfter)
        response.status(fault.status).set(headers)
        end(Buffer.from(JSON.stringify(body)), "application/json")
      })
      return false
    case "reset":
      if (fault.when === "before") {
        response.socket?.resetAndDestroy()
        return true
      }
      replaceAnswer(response, () => response.socket?.resetAndDestroy())
      return false
    case "cut":
      replaceAnswer(response, (_end, answer) => {
        // More is announced than ever comes.
        response.set("content-length", String(answer.length + 1))
        response.write(answer.subarray(0, Math.floor(answer.length / 2)), () => response.socket?.destroy())
      })
      return false
    case "garbage":
      replaceAnswer(response, (end) => {
        response.status(200)
        end(Buffer.from("<html><body>Bad gatew\u0000"), "text/html")
      })
      return false
  }
}

function failure(status: number, retryAfter: number | undefined): HttpError {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }
  return new HttpError(status, "INJECTED_FAULT", `A fault answers ${status}`, [], headers)
}

type Ending = (body: Buffer, contentType: string) => void

/** Lets the route work, keeps back all that it writes, and puts something else in the place of its answer. */
function replaceAnswer(response: Response, replace: (end: Ending, answer: Buffer) => void): void {
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  const written: Buffer[] = []
  const keep = (chunk: unknown) => {
    written.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(typeof chunk === "string" ? chunk : ""))
    return true
  }
  response.write = keep
  response.end = (chunk?: unknown) => {
    keep(chunk)
    Object.assign(response, { write, end })
    replace((body, contentType) => {
      response.removeHeader("etag")
      response.set({ "content-type": contentType, "content-length": String(body.length) })
      end(body)
    }, Buffer.concat(written))
    return response
  }
}
