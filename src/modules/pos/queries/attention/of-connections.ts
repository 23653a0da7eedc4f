import { ACCEPTED_CUSTOMER } from "../../../../pos-api/contract"
import { fragment, type Fragment } from "../../database/page"
import { SWEEP_DUTY } from "../queue/duties"
import { CURSOR_MARGIN_MINUTES, KEY_ENDS_DAYS, MISUNDERSTOOD_MINUTES, SILENT_AFTER, UNHEARD } from "./terms"

/** What is wrong with a connection as a whole: SELECTs of (place, kind, count, reason, since) beside `connection`. */
export function attentionOfConnections(now: Date): Fragment[] {
  return [
    fragment(
      `SELECT 1 AS place, 'disconnected' AS kind, 1 AS count, connection.state_reason AS reason, NULL::timestamptz AS since
       WHERE connection.state = 'disconnected'
         AND coalesce(connection.api_key_sealed, connection.authorization_id) IS NOT NULL`
    ),
    fragment(
      `SELECT 1, 'pos_unreachable', 1, string_agg(outage.address || ': ' || outage.reason, ', ' ORDER BY outage.address),
              min(outage.since)
       FROM pos_outage AS outage WHERE outage.deleted_at IS NULL AND connection.state <> 'disconnected' HAVING count(*) > 0`
    ),
    fragment(
      `SELECT 2, CASE WHEN subscription.status <> 'refused' AND subscription.signing_key_sealed IS NULL
                      THEN 'subscription_keyless' ELSE 'subscription_failing' END, 1,
              coalesce(subscription.status_reason, subscription.destination), NULL
       FROM pos_subscription AS subscription
       WHERE subscription.connection_id = connection.id AND subscription.deleted_at IS NULL
         AND connection.state <> 'disconnected' AND subscription.status <> 'creating'
         AND (subscription.status <> 'ACTIVE' OR subscription.signing_key_sealed IS NULL)`
    ),
    fragment(
      `SELECT 2, 'customer_status', 1, connection.customer_status, NULL
       WHERE connection.customer_status <> ? AND connection.state <> 'disconnected'`,
      ACCEPTED_CUSTOMER
    ),
    fragment(
      `SELECT 2, 'credentials_end', 1, to_char(connection.credentials_expire_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
              connection.credentials_expire_at - interval '${KEY_ENDS_DAYS} days'
       WHERE connection.credentials_expire_at < ?::timestamptz + interval '${KEY_ENDS_DAYS} days'
         AND connection.state <> 'disconnected'`,
      now
    ),
    fragment(
      `SELECT 2, 'misunderstood', 1, connection.misunderstood, NULL
       WHERE connection.misunderstood_at > ?::timestamptz - interval '${MISUNDERSTOOD_MINUTES} minutes'`,
      now
    ),
    fragment(
      `SELECT 2, CASE WHEN duty.begun_at < silent.before THEN 'workers_silent' ELSE 'scheduler_silent' END, 1,
              to_char(told.since AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'), told.since
       FROM pos_duty AS duty
       CROSS JOIN (SELECT ?::timestamptz - interval '${SILENT_AFTER.sweep} minutes' AS before) AS silent
       CROSS JOIN LATERAL (
         SELECT CASE WHEN duty.begun_at < silent.before THEN duty.begun_at ELSE duty.alone_since END AS since) AS told
       WHERE duty.name = ? AND connection.state = 'active'
         AND (duty.begun_at < silent.before OR duty.alone_since < silent.before)`,
      now,
      SWEEP_DUTY
    ),
    fragment(
      `SELECT 2, 'polling_silent', 1, CASE WHEN connection.misunderstood_at > polled.at THEN connection.misunderstood END,
              polled.at
       FROM (SELECT coalesce(connection.purchases_polled_at, connection.created_at) AS at) AS polled
       WHERE connection.state = 'active'
         AND polled.at < ?::timestamptz - interval '${SILENT_AFTER.polling} minutes'`,
      now
    ),
    fragment(
      `SELECT 2, 'cursor_stuck', 1, NULL, cursor.since
       FROM pos_observation AS cursor
       WHERE cursor.connection_id = connection.id AND cursor.subject = 'cursor' AND cursor.deleted_at IS NULL
         AND connection.state = 'active' AND connection.purchases_polled_at > cursor.since AND EXISTS (
           SELECT 1 FROM pos_receipt AS beside
           WHERE beside.connection_id = connection.id AND beside.deleted_at IS NULL
             AND beside.sold_at > cursor.since + interval '${CURSOR_MARGIN_MINUTES} minutes'
             AND beside.sold_at < ?::timestamptz - interval '${SILENT_AFTER.polling} minutes'
             AND beside.created_at > cursor.since + interval '${CURSOR_MARGIN_MINUTES} minutes')`,
      now
    ),
    fragment(
      `SELECT 2, 'notifications_silent', connection.unheard, NULL, connection.unheard_since
       WHERE connection.state = 'active' AND connection.unheard >= ${UNHEARD}
         AND connection.unheard_since < ?::timestamptz - interval '${SILENT_AFTER.notifications} minutes'
         AND coalesce(connection.last_notification_at < connection.unheard_since, true)`,
      now
    ),
    fragment(
      `SELECT 2, 'plan_waiting', 1, NULL, NULL WHERE connection.push_held AND connection.state <> 'disconnected'`
    ),
    fragment(`SELECT 6, 'paused', 1, connection.state_reason, NULL WHERE connection.state = 'paused'`),
  ]
}
