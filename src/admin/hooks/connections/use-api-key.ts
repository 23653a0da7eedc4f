import { useState } from "react"
import { checkApiKey, cleanApiKey } from "../../../contract/connection"

/** A pasted API key; what is wrong with it is shown when the user wants to continue. */
export function useApiKey(scopes: readonly string[]) {
  const [pasted, setPasted] = useState("")
  const [isChecked, setChecked] = useState(false)
  const found = checkApiKey(pasted, { now: new Date(), scopes })
  return {
    pasted,
    /** as it is sent */
    apiKey: cleanApiKey(pasted),
    isValid: found.problem === null,
    /** what is shown as wrong */
    problem: isChecked && found.problem !== null ? { ...found, problem: found.problem } : null,
    paste: (text: string) => {
      setPasted(text)
      setChecked(false)
    },
    /** whether it may be sent; shows why not */
    check: (): boolean => {
      setChecked(true)
      return found.problem === null
    },
  }
}

export type PastedKey = ReturnType<typeof useApiKey>
