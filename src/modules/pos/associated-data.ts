/**
 * AES-GCM associated data of each sealed secret: the row and column that it belongs to. A sealed value that is copied
 * to another row cannot be opened there.
 */
export const associatedData = {
  /** a connection's API key */
  apiKey: (connectionId: string) => `pos_connection.${connectionId}.api_key`,
  /** a connection's signing key */
  signingKey: (connectionId: string) => `pos_subscription.${connectionId}.signing_key`,
  /** the PKCE code verifier of a sign-in in progress */
  codeVerifier: (authorizationId: string) => `pos_authorization.${authorizationId}.code_verifier`,
  /** the refresh token of a sign-in */
  refreshToken: (authorizationId: string) => `pos_authorization.${authorizationId}.refresh_token`,
}
