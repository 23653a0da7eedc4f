import { useMutation } from "@tanstack/react-query"
import { z } from "zod"
import { checksAnswerSchema, connectedAnswerSchema, connectionAnswerSchema } from "../lib/answers/connection"
import { ask } from "../lib/ask"
import { useChange } from "./use-change"

export type ConnectChoices = {
  api_key: string
  sales_channel_id: string
  stock_location_id: string
  region_id: string
}

export function useConnect() {
  return useChange((body: ConnectChoices) =>
    ask(connectedAnswerSchema, "/admin/pos/connections", { method: "POST", body })
  )
}

/** Runs the checks of a key; it changes nothing, but a key belongs into a body, never into a cache. */
export function useRunChecks() {
  return useMutation({
    mutationFn: (body: { api_key: string; region_id?: string }) =>
      ask(checksAnswerSchema, "/admin/pos/checks", { method: "POST", body }),
    gcTime: 0,
  })
}

export function usePause(id: string) {
  return useChange((action: "pause" | "resume") =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/${action}`, { method: "POST" })
  )
}

export function useRotateKey(id: string) {
  return useChange((api_key: string) =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/api-key`, { method: "POST", body: { api_key } })
  )
}

export function useDisconnect(id: string) {
  return useChange(() => ask(z.looseObject({ id: z.string() }), `/admin/pos/connections/${id}`, { method: "DELETE" }))
}
