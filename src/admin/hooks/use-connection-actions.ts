import { useMutation } from "@tanstack/react-query"
import { z } from "zod"
import {
  checksAnswerSchema,
  connectedAnswerSchema,
  connectionAnswerSchema,
  signedInAnswerSchema,
  signInAnswerSchema,
  testedAnswerSchema,
} from "../lib/answers/connection"
import { ask } from "../lib/ask"
import { useChange } from "./use-change"

/** What a merchant has brought: a pasted API key, or a sign-in at the service. */
export type Credentials = { api_key: string } | { authorization_id: string }

export type ConnectChoices = Credentials & {
  sales_channel_id: string
  stock_location_id: string
  region_id: string
  push_settings: object
  mirror_settings: object
}

export function useConnect() {
  return useChange((body: ConnectChoices) =>
    ask(connectedAnswerSchema, "/admin/pos/connections", { method: "POST", body })
  )
}

/** Runs the checks of credentials; it changes nothing, but a key belongs into a body, never into a cache. */
export function useRunChecks() {
  return useMutation({
    mutationFn: (body: Credentials & { region_id?: string }) =>
      ask(checksAnswerSchema, "/admin/pos/checks", { method: "POST", body }),
    gcTime: 0,
  })
}

/** Begins a sign-in at the service, and sends the browser there; for a connection that is signed in anew, with its id. */
export function useSignIn() {
  return useMutation({
    mutationFn: (body: { connection_id?: string }) =>
      ask(signInAnswerSchema, "/admin/pos/authorizations", { method: "POST", body }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

/** Takes up what the browser has brought back from the service; works once. */
export function useFinishSignIn() {
  return useMutation({
    mutationFn: (body: { state: string; code: string }) =>
      ask(signedInAnswerSchema, "/admin/pos/authorizations/complete", { method: "POST", body }),
    gcTime: 0,
  })
}

/** Has the service send a test notification. */
export function useTestNotification(id: string) {
  return useChange(() =>
    ask(testedAnswerSchema, `/admin/pos/connections/${id}/test-notification`, { method: "POST", body: {} })
  )
}

export function usePause(id: string) {
  return useChange((action: "pause" | "resume") =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/${action}`, { method: "POST" })
  )
}

/** Puts other credentials of the same organisation in the place of a connection's. */
export function useRotateKey() {
  return useChange(({ id, ...body }: Credentials & { id: string }) =>
    ask(connectionAnswerSchema, `/admin/pos/connections/${id}/api-key`, { method: "POST", body })
  )
}

export function useDisconnect(id: string) {
  return useChange(() => ask(z.looseObject({ id: z.string() }), `/admin/pos/connections/${id}`, { method: "DELETE" }))
}
