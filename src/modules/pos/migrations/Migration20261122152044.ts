import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122152044 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_variant_link" drop constraint if exists "pos_variant_link_variant_uuid_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_natural_key_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_receipt_payment" drop constraint if exists "pos_receipt_payment_payment_uuid_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_receipt" drop constraint if exists "pos_receipt_purchase_uuid_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_product_id_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_product_candidate" drop constraint if exists "pos_product_candidate_product_uuid_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_picture" drop constraint if exists "pos_picture_url_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_gift_card" drop constraint if exists "pos_gift_card_card_uuid_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_category_link" drop constraint if exists "pos_category_link_category_id_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_account_transaction_without_receipt";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_receiptless" ON "pos_account_transaction" ("connection_id", "account_group", "occurred_at", "originating_uuid", "id") WHERE receipt_payment_id IS NULL AND type IN ('PAYMENT', 'INVOICE_PAYMENT') AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_category_link_connection_id_category_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_category_link_category_id_connection_id_unique" ON "pos_category_link" ("category_id", "connection_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_gift_card_connection_id_card_uuid_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_gift_card_card_uuid_connection_id_unique" ON "pos_gift_card" ("card_uuid", "connection_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_gift_card_touch_connection_id_card_uuid_occurred_at";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_touch_card_uuid_connection_id_occurred_at" ON "pos_gift_card_touch" ("card_uuid", "connection_id", "occurred_at") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_inbox_entry_connection_id_state_sequence";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_connection_id_sequence" ON "pos_inbox_entry" ("connection_id", "sequence") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_ended" ON "pos_inbox_entry" ("connection_id", "state", "sequence") WHERE state IN ('done', 'ignored') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_polled" ON "pos_inbox_entry" ("connection_id", "sequence") WHERE source = 'poll' AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_picture_connection_id_url_unique";`);
    this.addSql(`drop index if exists "IDX_pos_picture_connection_id_state";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_picture_url_connection_id_unique" ON "pos_picture" ("url", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_picture_connection_id_state_updated_at" ON "pos_picture" ("connection_id", "state", "updated_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_picture_connection_id_updated_at" ON "pos_picture" ("connection_id", "updated_at") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_candidate_connection_id_product_uuid_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_candidate_product_uuid_connection_id_unique" ON "pos_product_candidate" ("product_uuid", "connection_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_link_connection_id_product_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_product_id";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_link_product_id_connection_id_unique" ON "pos_product_link" ("product_id", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_product_id" ON "pos_product_link" ("connection_id", "product_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_state_id" ON "pos_product_link" ("connection_id", "state", "id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_receipt_connection_id_purchase_uuid_unique";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_refunds";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_receipt_purchase_uuid_connection_id_unique" ON "pos_receipt" ("purchase_uuid", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_purchase_number_connection_id" ON "pos_receipt" ("purchase_number", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_refund" ON "pos_receipt" ("connection_id", "sold_at") WHERE refund AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_not_mirrored" ON "pos_receipt" ("connection_id", "state", "sold_at") WHERE state <> 'mirrored' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_refunded" ON "pos_receipt" ("refunds_purchase_uuid", "connection_id") WHERE refunds_purchase_uuid IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_receipt_payment_connection_id_payment_uuid_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_payment_uuid_connection_id_unique" ON "pos_receipt_payment" ("payment_uuid", "connection_id") WHERE deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_difference_connection_id_found_at" ON "pos_stock_difference" ("connection_id", "found_at") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_stock_movement_connection_id_natural_key_unique";`);
    this.addSql(`drop index if exists "IDX_pos_stock_movement_connection_id_identifier";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_stock_movement_natural_key_connection_id_unique" ON "pos_stock_movement" ("natural_key", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_identifier_variant_link_id" ON "pos_stock_movement" ("identifier", "variant_link_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_read" ON "pos_stock_movement" ("variant_link_id", "created_at") WHERE (natural_key LIKE 'baseline:%' OR natural_key LIKE 'difference:%') AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_variant_link_connection_id_variant_uuid_unique";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_due";`);

    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "read_level" text null, add column if not exists "read_at" timestamptz null, add column if not exists "moved_since_read" boolean not null default false;`);
    this.addSql(`UPDATE "pos_variant_link" AS link SET read_level = last.level, read_at = last.occurred_at,
      moved_since_read = EXISTS (SELECT 1 FROM "pos_stock_movement" AS later WHERE later.variant_link_id = link.id
        AND later.created_at > last.created_at AND later.kind <> 'baseline' AND later.deleted_at IS NULL)
      FROM (SELECT DISTINCT ON (variant_link_id) variant_link_id, pos_balance_after AS level, occurred_at, created_at
        FROM "pos_stock_movement"
        WHERE (natural_key LIKE 'baseline:%' OR natural_key LIKE 'difference:%') AND deleted_at IS NULL
        ORDER BY variant_link_id, created_at DESC) AS last
      WHERE link.id = last.variant_link_id;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_variant_link_variant_uuid_connection_id_unique" ON "pos_variant_link" ("variant_uuid", "connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_product_uuid" ON "pos_variant_link" ("product_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_tracked" ON "pos_variant_link" ("connection_id", "id") WHERE tracked AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_due_told" ON "pos_variant_link" ("connection_id", "tracked", "id") WHERE stock_revision > stock_pushed_revision AND stock_pushed_revision > 0 AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_due_untold" ON "pos_variant_link" ("connection_id", "tracked", "id") WHERE stock_revision > stock_pushed_revision AND stock_pushed_revision = 0 AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_error" ON "pos_variant_link" ("connection_id", "id") WHERE stock_error IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_account_transaction_receiptless";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_without_receipt" ON "pos_account_transaction" ("connection_id", "occurred_at", "id") WHERE receipt_payment_id IS NULL AND type IN ('PAYMENT', 'INVOICE_PAYMENT') AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_category_link_category_id_connection_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_category_link_connection_id_category_id_unique" ON "pos_category_link" ("connection_id", "category_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_gift_card_card_uuid_connection_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_gift_card_connection_id_card_uuid_unique" ON "pos_gift_card" ("connection_id", "card_uuid") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_gift_card_touch_card_uuid_connection_id_occurred_at";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_touch_connection_id_card_uuid_occurred_at" ON "pos_gift_card_touch" ("connection_id", "card_uuid", "occurred_at") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_inbox_entry_connection_id_sequence";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_ended";`);
    this.addSql(`drop index if exists "IDX_pos_inbox_entry_polled";`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_connection_id_state_sequence" ON "pos_inbox_entry" ("connection_id", "state", "sequence") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_picture_url_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_picture_connection_id_state_updated_at";`);
    this.addSql(`drop index if exists "IDX_pos_picture_connection_id_updated_at";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_picture_connection_id_url_unique" ON "pos_picture" ("connection_id", "url") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_picture_connection_id_state" ON "pos_picture" ("connection_id", "state") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_candidate_product_uuid_connection_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_candidate_connection_id_product_uuid_unique" ON "pos_product_candidate" ("connection_id", "product_uuid") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_product_link_product_id_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_connection_id_product_id";`);
    this.addSql(`drop index if exists "IDX_pos_product_link_connection_id_state_id";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_product_id_unique" ON "pos_product_link" ("connection_id", "product_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_product_id" ON "pos_product_link" ("product_id") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_receipt_purchase_uuid_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_purchase_number_connection_id";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_refund";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_not_mirrored";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_refunded";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_receipt_connection_id_purchase_uuid_unique" ON "pos_receipt" ("connection_id", "purchase_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_refunds" ON "pos_receipt" ("connection_id", "refunds_purchase_uuid") WHERE refunds_purchase_uuid IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_receipt_payment_payment_uuid_connection_id_unique";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_connection_id_payment_uuid_unique" ON "pos_receipt_payment" ("connection_id", "payment_uuid") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_stock_difference_connection_id_found_at";`);

    this.addSql(`drop index if exists "IDX_pos_stock_movement_natural_key_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_stock_movement_identifier_variant_link_id";`);
    this.addSql(`drop index if exists "IDX_pos_stock_movement_read";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_stock_movement_connection_id_natural_key_unique" ON "pos_stock_movement" ("connection_id", "natural_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_connection_id_identifier" ON "pos_stock_movement" ("connection_id", "identifier") WHERE deleted_at IS NULL;`);

    this.addSql(`drop index if exists "IDX_pos_variant_link_variant_uuid_connection_id_unique";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_product_uuid";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_tracked";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_due_told";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_due_untold";`);
    this.addSql(`drop index if exists "IDX_pos_variant_link_error";`);
    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "read_level", drop column if exists "read_at", drop column if exists "moved_since_read";`);

    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_variant_link_connection_id_variant_uuid_unique" ON "pos_variant_link" ("connection_id", "variant_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_due" ON "pos_variant_link" ("connection_id", "id") WHERE stock_revision > stock_pushed_revision AND deleted_at IS NULL;`);
  }

}
