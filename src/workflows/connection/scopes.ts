/** What the plugin needs a key to allow. */
export const REQUIRED_SCOPES = ["READ:PRODUCT", "WRITE:PRODUCT", "READ:PURCHASE"]

/** What a key should allow besides: the organisation's profile, and its account with payouts. */
export const RECOMMENDED_SCOPES = ["READ:USERINFO", "READ:FINANCE"]

/** What a sign-in asks for; the service grants all of it or nothing. */
export const SIGN_IN_SCOPES = [...REQUIRED_SCOPES, ...RECOMMENDED_SCOPES]
