import { useReasonWords } from "../../hooks/common/use-reason-words"
import { reasonsIn } from "../../../vocabulary/reasons"
import { useTexts } from "../../hooks/common/use-texts"
import { Details } from "./details"
import { Remedy } from "./remedy"

/** Why something is as it is, in the reader's language; what to do, and the text as it was written, are one click away. */
export const Reason = ({ text }: { text: string }) => {
  const { t } = useTexts()
  const wordsOf = useReasonWords()
  const names = reasonsIn(text)
  return (
    <>
      {wordsOf(text)}
      {names.length > 0 ? (
        <Remedy raw={text}>
          {names.map((name) => (
            <p key={name}>{t(`reasons.${name}.remedy`)}</p>
          ))}
        </Remedy>
      ) : (
        <Details>{text}</Details>
      )}
    </>
  )
}
