import { useTexts } from "../../hooks/common/use-texts"
import { reasonsIn, saidAndRaw } from "../../../vocabulary/reasons"
import { Remedy } from "./remedy"

/** Why something stands as it does; what that means, what to do, and what came as it came are one click away. */
export const Reason = ({ text }: { text: string }) => {
  const { t } = useTexts()
  const names = reasonsIn(text)
  const { said, raw } = saidAndRaw(text)
  return (
    <>
      {said}
      {names.length > 0 && (
        <Remedy raw={raw}>
          {names.map((name) => (
            <p key={name}>
              {t(`reasons.${name}.cause`)} {t(`reasons.${name}.remedy`)}
            </p>
          ))}
        </Remedy>
      )}
    </>
  )
}
