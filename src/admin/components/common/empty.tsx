import { Button, Heading, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

/** Nothing here yet, and the way to something. */
export const Empty = ({ title, hint, to, action }: { title: string; hint: string; to?: string; action?: string }) => (
  <div className="flex flex-col items-center gap-y-3 px-6 py-12 text-center">
    <Heading level="h3">{title}</Heading>
    <Text size="small" className="text-ui-fg-subtle max-w-md">
      {hint}
    </Text>
    {to && action && (
      <Button size="small" variant="secondary" asChild>
        <Link to={to}>{action}</Link>
      </Button>
    )}
  </div>
)
