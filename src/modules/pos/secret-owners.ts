/** What a connection's sealed API key belongs to. */
export const apiKeyOwner = (connectionId: string) => `pos_connection.${connectionId}.api_key`

/** What a connection's sealed signing key belongs to. */
export const signingKeyOwner = (connectionId: string) => `pos_subscription.${connectionId}.signing_key`
