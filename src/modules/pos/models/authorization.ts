import { model } from "@medusajs/framework/utils"

/**
 * A merchant's sign-in at the service (authorization code grant), and the home of the refresh token that it brought:
 * a connection names the sign-in that it lives by.
 */
export const PosAuthorization = model
  .define("pos_authorization", {
    id: model.id({ prefix: "posauth" }).primaryKey(),
    /** the SHA-256 of the state that the browser brings back, in hexadecimal */
    state_hash: model.text(),
    /** who began it; nobody else may end it */
    actor_id: model.text(),
    /** the connection that is signed in anew; null for one that is still to be made */
    connection_id: model.text().nullable(),
    redirect_url: model.text(),
    /** sealed; null once the browser has come back: a sign-in is taken up once */
    code_verifier_sealed: model.text().nullable(),
    /** sealed; rotates with every renewal; null until the code was traded for it */
    refresh_token_sealed: model.text().nullable(),
    /** a browser that comes back later is too late */
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["state_hash"], unique: true, where: "deleted_at IS NULL" }])
