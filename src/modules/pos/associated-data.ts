/** What a connection's sealed API key belongs to. */
export const apiKeyOwner = (connectionId: string) => `pos_connection.${connectionId}.api_key`

/** What a connection's sealed signing key belongs to. */
export const signingKeyOwner = (connectionId: string) => `pos_subscription.${connectionId}.signing_key`

/** What a sign-in's sealed secrets belong to. */
export const codeVerifierOwner = (authorizationId: string) => `pos_authorization.${authorizationId}.code_verifier`
export const refreshTokenOwner = (authorizationId: string) => `pos_authorization.${authorizationId}.refresh_token`
