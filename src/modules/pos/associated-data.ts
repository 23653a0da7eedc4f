/**
 * What a sealed secret belongs to: it is authenticated with it (AES-GCM's associated data), so that a sealed value copied
 * to another row cannot be opened there.
 */
export const associatedData = {
  /** a connection's API key */
  apiKey: (connectionId: string) => `pos_connection.${connectionId}.api_key`,
  /** a connection's signing key */
  signingKey: (connectionId: string) => `pos_subscription.${connectionId}.signing_key`,
  /** of a sign-in that is under way */
  codeVerifier: (authorizationId: string) => `pos_authorization.${authorizationId}.code_verifier`,
  /** of a sign-in */
  refreshToken: (authorizationId: string) => `pos_authorization.${authorizationId}.refresh_token`,
}
