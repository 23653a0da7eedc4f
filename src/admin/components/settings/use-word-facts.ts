import { type SettingFields, wordsIn } from "../../../vocabulary/settings"
import { useTexts } from "../../hooks/common/use-texts"
import type { Fact } from "../common/facts"

/** How the settings stand that are one of a few words. */
export function useWordFacts(fields: SettingFields): (settings: Record<string, unknown>) => Fact[] {
  const { t } = useTexts()
  return (settings) =>
    wordsIn(fields).map(({ name }) => ({
      label: t(`choices.${name}.label`),
      value: t(`choices.${name}.options.${String(settings[name])}`),
    }))
}
