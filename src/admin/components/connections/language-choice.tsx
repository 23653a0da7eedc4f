import { useLanguageChoice } from "../../hooks/common/use-language-choice"
import { useTexts } from "../../hooks/common/use-texts"
import { ChoiceField } from "../common/choice-field"

/** In which language these pages speak: that of the profile, or one that cannot be chosen there. */
export const LanguageChoice = () => {
  const { t } = useTexts()
  const { languages, chosen, choose } = useLanguageChoice()
  const asProfile = { id: "profile", name: t("language.asProfile") }
  return (
    <div className="max-w-lg px-6 py-4">
      <ChoiceField
        label={t("language.label")}
        hint={t("language.hint")}
        choices={[asProfile, ...languages]}
        chosen={chosen ?? asProfile.id}
        onChoose={choose}
      />
    </div>
  )
}
