import { Button, Drawer, Text } from "@medusajs/ui"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { type DigestRecipient, useDigest } from "../../hooks/settings/use-settings"
import { Section } from "../common/section"
import { QueryResult } from "../common/states"

/** The channel of the admin's own notifications, which has no address. */
const FEED = "feed"

/** A recipient: where and when the digest is sent, and how the last one went. */
const RecipientRow = ({ recipient }: { recipient: DigestRecipient }) => {
  const { t, language } = useTexts()
  const { channel, to, hour, time_zone: zone, last } = recipient
  const languageNames = new Intl.DisplayNames([language], { type: "language" })
  return (
    <li className="px-6 py-4">
      <Text size="small" weight="plus" className="break-words">
        {channel === FEED ? t("digest.feed") : to}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("digest.at", {
          hour: `${String(hour).padStart(2, "0")}:00`,
          zone,
          language: languageNames.of(recipient.language) ?? recipient.language,
        })}
      </Text>
      {last && (last.sent_at !== null || last.failure !== null) && (
        <Text size="small" className={last.sent_at === null ? "text-ui-fg-error" : "text-ui-fg-subtle"}>
          {last.sent_at === null
            ? t("digest.failed", { day: last.day, reason: last.failure })
            : t("digest.sent", { day: last.day })}
        </Text>
      )}
    </li>
  )
}

/** The digest as it would be sent now, in a drawer; it is written when the drawer opens. */
const Preview = () => {
  const { t } = useTexts()
  return (
    <Drawer>
      <Drawer.Trigger asChild>
        <Button size="small" variant="secondary">
          {t("digest.preview")}
        </Button>
      </Drawer.Trigger>
      <Drawer.Content>
        <Drawer.Header>
          <Drawer.Title>{t("digest.title")}</Drawer.Title>
          <Drawer.Description>{t("digest.previewHint")}</Drawer.Description>
        </Drawer.Header>
        <Drawer.Body className="overflow-y-auto p-0">
          <PreviewText />
        </Drawer.Body>
        <Drawer.Footer>
          <Drawer.Close asChild>
            <Button size="small" variant="secondary">
              {t("actions.close")}
            </Button>
          </Drawer.Close>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}

const PreviewText = () => {
  const digest = useDigest()
  return (
    <QueryResult query={digest} lines={8}>
      {({ preview }) => (
        <Text size="small" lang={preview.language} className="whitespace-pre-wrap break-words px-6 py-4">
          {preview.text}
        </Text>
      )}
    </QueryResult>
  )
}

/** Who receives the daily digest, and what it says today; nothing before the first connection. */
export const DigestSection = () => {
  const { t } = useTexts()
  const { data: connections } = useConnections()
  const digest = useDigest()
  if (!connections || connections.length === 0) {
    return null
  }
  return (
    <Section title={t("digest.title")} hint={t("digest.hint")} actions={<Preview />}>
      <QueryResult query={digest}>
        {({ recipients }) =>
          recipients.length === 0 ? (
            <Text size="small" className="text-ui-fg-subtle px-6 py-4">
              {t("digest.off")}
            </Text>
          ) : (
            <ul className="divide-y">
              {recipients.map((recipient) => (
                <RecipientRow key={`${recipient.channel} ${recipient.to}`} recipient={recipient} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}
