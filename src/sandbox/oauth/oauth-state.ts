/** An application that asks merchants for access by an authorization code. */
export type OAuthClient = { clientId: string; clientSecret: string; name: string; redirectUris: string[] }

/** A code on its way from the consent page to the application; it works once, until `expires` (epoch seconds). */
export type AuthorizationCode = {
  clientId: string
  redirectUri: string
  organizationUuid: string
  scopes: string[]
  codeChallenge: string | null
  expires: number
  /** the grant that its exchange made; a second exchange revokes it */
  grantId: string | null
}

export type OAuthState = { clients: Map<string, OAuthClient>; codes: Map<string, AuthorizationCode> }
