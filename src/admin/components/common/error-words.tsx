import { Text } from "@medusajs/ui"
import { reasonsIn } from "../../../vocabulary/reasons"
import { useReasonWords } from "../../hooks/common/use-reason-words"
import { Details } from "./details"

/** Why a server refused something: in words where the reason is known, and as it said it folded; text, never HTML. */
export const ErrorWords = ({ detail }: { detail: string }) => {
  const wordsOf = useReasonWords()
  return (
    <div className="text-ui-fg-subtle">
      {reasonsIn(detail).length > 0 && <Text size="small">{wordsOf(detail)}</Text>}
      <Details>{detail}</Details>
    </div>
  )
}
