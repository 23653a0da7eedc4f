import { clx, Heading, Select, Text } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import { Link } from "react-router-dom"
import { type Language, LANGUAGE_CODES } from "../../../contract/languages"
import { getPaymentName } from "../../../contract/providers"
import { languageOfCountry, paymentKind } from "../../../contract/receipts"
import { useToasts } from "../../hooks/common/use-mutation-toasts"
import { useTexts } from "../../hooks/common/use-texts"
import { useConnections } from "../../hooks/connections/use-connections"
import { type FullReceipt, type Sheet, type SheetPayment, useReceiptPaper } from "../../hooks/receipts/use-receipts"
import { formatQuantity } from "../../lib/format/amounts"
import { Button } from "../common/button"
import { Moment, Money } from "../common/figures"

/** The receipt as it was printed: the POS's own amounts, not the order's. */
export const Paper = ({ receipt, timeZone }: { receipt: FullReceipt; timeZone: string | null }) => {
  const { t, language } = useTexts()
  const { sheet, currency_code: currency } = receipt
  const title = t(receipt.refund ? "receipts.refundNumber" : "receipts.receiptNumber", {
    number: receipt.purchase_number ?? "–",
  })
  return (
    <article
      aria-label={title}
      className="bg-ui-bg-base shadow-elevation-card-rest w-full max-w-sm divide-y divide-dashed rounded-sm font-mono text-sm"
    >
      <header className="flex flex-col items-center gap-y-1 p-6 text-center">
        <Heading level="h1">{title}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          <Moment at={receipt.sold_at} timeZone={timeZone} />
        </Text>
        {receipt.cashier && (
          <Text size="small" className="text-ui-fg-subtle break-words">
            {t("receipts.servedBy", { name: receipt.cashier })}
          </Text>
        )}
      </header>
      {sheet ? (
        <>
          <ul className="flex flex-col gap-y-3 p-6">
            {sheet.rows.map((row, index) => (
              <PaperLine
                key={index}
                name={[row.name ?? t([`rows.${row.type}`, "unknown"]), row.variant_name].filter(Boolean).join(", ")}
                amount={<Money amount={row.amount} currency={currency} />}
              >
                {formatQuantity(row.quantity, language)} {row.unit_name ?? "×"}{" "}
                <Money amount={row.unit_price} currency={currency} />
                {row.discount !== 0 && (
                  <>
                    {", "}
                    {t("receipts.discount")} <Money amount={-row.discount} currency={currency} />
                  </>
                )}
                {row.comment && <span className="block break-words">{row.comment}</span>}
              </PaperLine>
            ))}
            {sheet.discounts.map(({ name, amount, percentage }, index) => (
              <PaperLine
                key={`discount-${index}`}
                name={`${name ?? t("receipts.discount")}${percentage === null ? "" : ` ${formatQuantity(String(percentage), language)} %`}`}
                amount={amount === null ? null : <Money amount={-amount} currency={currency} />}
              />
            ))}
            {sheet.service_charge && (
              <PaperLine
                name={sheet.service_charge.title ?? t("receipts.serviceCharge")}
                amount={<Money amount={sheet.service_charge.amount} currency={currency} />}
              />
            )}
            {sheet.tip !== 0 && (
              <PaperLine name={t("receipts.tipLine")} amount={<Money amount={sheet.tip} currency={currency} />} />
            )}
            {sheet.tax_is_added && <PaperTaxes sheet={sheet} currency={currency} />}
            {sheet.difference !== 0 && (
              <PaperLine
                name={t("reports.keys.difference")}
                amount={<Money amount={sheet.difference} currency={currency} />}
              />
            )}
          </ul>
          <ul className="flex flex-col gap-y-2 p-6">
            <PaperLine
              strong
              name={t("receipts.total")}
              amount={<Money amount={receipt.amount} currency={currency} />}
            />
            {!sheet.tax_is_added && <PaperTaxes sheet={sheet} currency={currency} />}
            {sheet.tax_contradicted && (
              <Text as="p" size="small" className="text-ui-fg-subtle">
                {t("receipts.taxContradicted")}
              </Text>
            )}
          </ul>
          <ul className="flex flex-col gap-y-2 p-6">
            {sheet.payments.map((payment) => (
              <PaperPayment key={payment.uuid} payment={payment} isTipInTotal={sheet.tip !== 0} currency={currency} />
            ))}
            {sheet.rounding !== 0 && (
              <PaperLine
                name={t("accounting.kinds.rounding")}
                amount={<Money amount={sheet.rounding} currency={currency} />}
              />
            )}
          </ul>
        </>
      ) : (
        <Text size="small" className="p-6">
          {t("receipts.unreadable")} <Money amount={receipt.amount} currency={currency} />
        </Text>
      )}
    </article>
  )
}

/** The taxes of a receipt by rate: lines that are added to its rows, or parts of its total. */
const PaperTaxes = ({ sheet, currency }: { sheet: Sheet; currency: string }) => {
  const { t, language } = useTexts()
  const withRate = sheet.tax_is_added ? "receipts.addedTaxAt" : "receipts.taxAt"
  const withoutRate = sheet.tax_is_added ? "receipts.addedTaxWithoutRate" : "receipts.taxWithoutRate"
  return (
    <>
      {sheet.tax_by_rate
        .filter(({ percentage, amount }) => percentage !== null || amount !== 0)
        .map(({ percentage, amount }) => (
          <PaperLine
            key={percentage}
            name={
              percentage === null ? t(withoutRate) : t(withRate, { percentage: formatQuantity(percentage, language) })
            }
            amount={<Money amount={amount} currency={currency} />}
          />
        ))}
    </>
  )
}

/** A payment's type in words; one that this page does not know is shown as it is. */
export const PaymentType = ({ type }: { type: string }) => {
  const { t } = useTexts()
  return <>{getPaymentName(type) ?? t([`payments.${paymentKind(type)}`, "payments.CUSTOM"])}</>
}

type Props = { payment: SheetPayment; isTipInTotal: boolean; currency: string }

/** How a receipt was paid: the card by its last digits, and a tip that is no line above the total. */
export const PaperPayment = ({ payment, isTipInTotal, currency }: Props) => {
  const { t } = useTexts()
  const tip = isTipInTotal ? 0 : (payment.tip ?? 0)
  const kind = getPaymentName(payment.type) ?? t([`payments.${paymentKind(payment.type)}`, "payments.CUSTOM"])
  const card = [payment.card_type, payment.card_digits && `•••• ${payment.card_digits}`].filter(Boolean).join(" ")
  return (
    <PaperLine name={kind} amount={<Money amount={payment.amount} currency={currency} />}>
      {(card || tip !== 0 || payment.gift_card_uuid) && (
        <>
          {card}
          {payment.gift_card_uuid && (
            <Link className="block break-all underline" to={`/pos/gift-cards?q=${payment.gift_card_uuid}`}>
              {t("giftCards.card")}
            </Link>
          )}
          {tip !== 0 && (
            <span className="block">
              {t("receipts.tip")} <Money amount={tip} currency={currency} />
            </span>
          )}
        </>
      )}
    </PaperLine>
  )
}

/** A line of a receipt: what, how much, and what else is to be said of it. */
const PaperLine = (props: { name: string; amount: ReactNode; strong?: boolean; children?: ReactNode }) => {
  const { name, amount, strong = false, children } = props
  return (
    <li>
      <div className={clx("flex justify-between gap-4", strong && "text-base font-bold")}>
        <span className="min-w-0 break-words">{name}</span>
        <span className="shrink-0">{amount}</span>
      </div>
      {children && <div className="text-ui-fg-subtle text-xs">{children}</div>}
    </li>
  )
}

/** Prints the receipt or saves it as a file, as a customer gets it: in the language of the country until another is chosen. */
export const DocumentButtons = ({ receipt }: { receipt: FullReceipt }) => {
  const { t, language: reader } = useTexts()
  const connections = useConnections()
  const country = connections.data?.find(({ id }) => id === receipt.connection_id)?.country_code ?? null
  const [chosen, setChosen] = useState<Language | null>(null)
  const language = chosen ?? languageOfCountry(country)
  const names = new Intl.DisplayNames(reader, { type: "language" })
  const toasts = useToasts()
  const printing = useReceiptPaper(receipt.id)
  const saving = useReceiptPaper(receipt.id)
  const print = () => {
    // At the click itself: a browser does not open it later.
    const tab = window.open("", "_blank")
    printing.mutate(
      { print: true, language },
      {
        onSuccess: (address) => tab?.location.replace(address),
        onError: (error) => {
          tab?.close()
          toasts.failed(error)
        },
      }
    )
  }
  const save = () =>
    saving.mutate(
      { print: false, language },
      {
        onSuccess: (address) => {
          const link = document.createElement("a")
          link.href = address
          link.download = `receipt-${receipt.purchase_number ?? receipt.id}.pdf`
          link.click()
        },
        onError: toasts.failed,
      }
    )
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Select
        size="small"
        value={language}
        onValueChange={(value) => setChosen(LANGUAGE_CODES.find((each) => each === value) ?? null)}
      >
        <Select.Trigger className="w-auto" aria-label={t("receipts.language")}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {LANGUAGE_CODES.map((each) => (
            <Select.Item key={each} value={each}>
              {names.of(each)}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
      <Button size="small" variant="secondary" isLoading={printing.isPending} onClick={print}>
        {t("receipts.print")}
      </Button>
      <Button size="small" variant="secondary" isLoading={saving.isPending} onClick={save}>
        {t("receipts.pdf")}
      </Button>
    </div>
  )
}
