import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121083551 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_receipt_payment" drop constraint if exists "pos_receipt_payment_connection_id_payment_uuid_unique";`);
    this.addSql(`alter table if exists "pos_payout" drop constraint if exists "pos_payout_transaction_id_unique";`);
    this.addSql(`alter table if exists "pos_gift_card" drop constraint if exists "pos_gift_card_connection_id_card_uuid_unique";`);
    this.addSql(`alter table if exists "pos_account" drop constraint if exists "pos_account_connection_id_account_group_unique";`);
    this.addSql(`create table if not exists "pos_account" ("id" text not null, "connection_id" text not null, "account_group" text check ("account_group" in ('liquid', 'preliminary')) not null, "state" text check ("state" in ('active', 'forbidden', 'failing')) not null default 'active', "state_reason" text null, "history_from" timestamptz not null, "pulled_until" timestamptz not null, "pulling_until" timestamptz null, "last_tried_at" timestamptz null, "last_pulled_at" timestamptz null, "compose_from" timestamptz null, "minimum_balance" numeric not null default 0, "balance" numeric null, "next_payout_amount" numeric null, "payout_periodicity" text null, "balance_read_at" timestamptz null, "raw_minimum_balance" jsonb not null default '{"value":"0","precision":20}', "raw_balance" jsonb null, "raw_next_payout_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_account_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_deleted_at" ON "pos_account" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_account_connection_id_account_group_unique" ON "pos_account" ("connection_id", "account_group") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_account_transaction" ("id" text not null, "connection_id" text not null, "account_group" text not null, "occurred_at" timestamptz not null, "type" text not null, "originating_uuid" text not null, "amount" numeric not null, "occurrence" integer not null default 1, "extra" jsonb null, "receipt_payment_id" text null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_account_transaction_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_deleted_at" ON "pos_account_transaction" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_place" ON "pos_account_transaction" ("connection_id", "account_group", "occurred_at", "originating_uuid", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_type_place" ON "pos_account_transaction" ("connection_id", "account_group", "type", "occurred_at", "originating_uuid", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_originating_uuid" ON "pos_account_transaction" ("originating_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_account_transaction_without_receipt" ON "pos_account_transaction" ("connection_id", "occurred_at", "id") WHERE receipt_payment_id IS NULL AND type IN ('PAYMENT', 'INVOICE_PAYMENT') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_attempt_count" ("id" text not null, "window_ends_at" timestamptz not null, "attempts" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_attempt_count_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_attempt_count_deleted_at" ON "pos_attempt_count" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_attempt_count_window_ends_at" ON "pos_attempt_count" ("window_ends_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_gift_card" ("id" text not null, "connection_id" text not null, "card_uuid" text not null, "state" text check ("state" in ('unread', 'known', 'unknown')) not null default 'unread', "currency_code" text not null, "created_on" text null, "valid_to" text null, "initial_amount" numeric null, "remaining_amount" numeric null, "refunded" boolean not null default false, "touched_at" timestamptz null, "read_at" timestamptz null, "due_at" timestamptz null, "claimed_until" timestamptz null, "attempts" integer not null default 0, "read_error" text null, "raw_initial_amount" jsonb null, "raw_remaining_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_gift_card_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_deleted_at" ON "pos_gift_card" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_gift_card_connection_id_card_uuid_unique" ON "pos_gift_card" ("connection_id", "card_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_due" ON "pos_gift_card" ("connection_id", "due_at") WHERE due_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_read" ON "pos_gift_card" ("connection_id", "read_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_touched" ON "pos_gift_card" ("connection_id", "touched_at", "id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_gift_card_touch" ("id" text not null, "connection_id" text not null, "card_uuid" text not null, "receipt_id" text not null, "kind" text check ("kind" in ('sold', 'refunded', 'paid', 'paid-back')) not null, "amount" numeric not null, "occurred_at" timestamptz not null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_gift_card_touch_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_touch_deleted_at" ON "pos_gift_card_touch" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_touch_connection_id_card_uuid_occurred_at" ON "pos_gift_card_touch" ("connection_id", "card_uuid", "occurred_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_gift_card_touch_receipt_id" ON "pos_gift_card_touch" ("receipt_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_payout" ("id" text not null, "connection_id" text not null, "account_group" text not null, "transaction_id" text not null, "originating_uuid" text not null, "occurred_at" timestamptz not null, "amount" numeric not null, "state" text check ("state" in ('closed', 'difference')) not null, "difference" numeric not null, "retained" numeric not null, "transactions" integer not null, "gross" numeric not null, "refunds" numeric not null, "fees" numeric not null, "returned" numeric not null, "adjustments" numeric not null, "after_at" timestamptz not null, "after_uuid" text not null, "after_id" text not null, "to_at" timestamptz not null, "to_uuid" text not null, "to_id" text not null, "failed_transaction_id" text null, "failed_at" timestamptz null, "raw_amount" jsonb not null, "raw_difference" jsonb not null, "raw_retained" jsonb not null, "raw_gross" jsonb not null, "raw_refunds" jsonb not null, "raw_fees" jsonb not null, "raw_returned" jsonb not null, "raw_adjustments" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_payout_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_payout_deleted_at" ON "pos_payout" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_payout_transaction_id_unique" ON "pos_payout" ("transaction_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_payout_occurred" ON "pos_payout" ("connection_id", "account_group", "occurred_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_payout_place" ON "pos_payout" ("connection_id", "account_group", "to_at", "to_uuid", "to_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_receipt_payment" ("id" text not null, "connection_id" text not null, "receipt_id" text not null, "payment_uuid" text not null, "type" text not null, "amount" numeric not null, "gratuity_amount" numeric null, "currency_code" text not null, "sold_at" timestamptz not null, "refunds_payment_uuid" text null, "settles" boolean not null, "transaction_id" text null, "raw_amount" jsonb not null, "raw_gratuity_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_receipt_payment_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_deleted_at" ON "pos_receipt_payment" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_connection_id_payment_uuid_unique" ON "pos_receipt_payment" ("connection_id", "payment_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_receipt_id" ON "pos_receipt_payment" ("receipt_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_connection_id_sold_at" ON "pos_receipt_payment" ("connection_id", "sold_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_unsettled" ON "pos_receipt_payment" ("connection_id", "sold_at", "id") WHERE settles AND transaction_id IS NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_receipt" add column if not exists "settlement_read_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_refunds" ON "pos_receipt" ("connection_id", "refunds_purchase_uuid") WHERE refunds_purchase_uuid IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_unread" ON "pos_receipt" ("connection_id", "id") WHERE settlement_read_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_account" cascade;`);

    this.addSql(`drop table if exists "pos_account_transaction" cascade;`);

    this.addSql(`drop table if exists "pos_attempt_count" cascade;`);

    this.addSql(`drop table if exists "pos_gift_card" cascade;`);

    this.addSql(`drop table if exists "pos_gift_card_touch" cascade;`);

    this.addSql(`drop table if exists "pos_payout" cascade;`);

    this.addSql(`drop table if exists "pos_receipt_payment" cascade;`);

    this.addSql(`drop index if exists "IDX_pos_receipt_refunds";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_unread";`);
    this.addSql(`alter table if exists "pos_receipt" drop column if exists "settlement_read_at";`);
  }

}
