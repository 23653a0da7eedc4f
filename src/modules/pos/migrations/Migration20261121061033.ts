import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121061033 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_variant_link" drop constraint if exists "pos_variant_link_connection_id_variant_uuid_unique";`);
    this.addSql(`alter table if exists "pos_variant_link" drop constraint if exists "pos_variant_link_connection_id_variant_id_unique";`);
    this.addSql(`alter table if exists "pos_subscription" drop constraint if exists "pos_subscription_subscription_uuid_unique";`);
    this.addSql(`alter table if exists "pos_subscription" drop constraint if exists "pos_subscription_connection_id_unique";`);
    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_connection_id_natural_key_unique";`);
    this.addSql(`alter table if exists "pos_receipt" drop constraint if exists "pos_receipt_connection_id_purchase_uuid_unique";`);
    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_connection_id_product_uuid_unique";`);
    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_connection_id_product_id_unique";`);
    this.addSql(`alter table if exists "pos_inbox_entry" drop constraint if exists "pos_inbox_entry_connection_id_natural_key_unique";`);
    this.addSql(`alter table if exists "pos_connection" drop constraint if exists "pos_connection_organization_uuid_unique";`);
    this.addSql(`alter table if exists "pos_category_link" drop constraint if exists "pos_category_link_connection_id_category_id_unique";`);
    this.addSql(`create table if not exists "pos_category_link" ("id" text not null, "connection_id" text not null, "category_id" text not null, "category_uuid" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_category_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_category_link_deleted_at" ON "pos_category_link" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_category_link_connection_id_category_id_unique" ON "pos_category_link" ("connection_id", "category_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_connection" ("id" text not null, "organization_uuid" text not null, "organization_name" text null, "country_code" text null, "currency_code" text not null, "taxation_mode" text null, "taxation_type" text null, "time_zone" text null, "state" text check ("state" in ('active', 'paused', 'disconnected')) not null default 'active', "state_reason" text null, "sales_channel_id" text not null, "stock_location_id" text not null, "region_id" text not null, "stock_policy" text check ("stock_policy" in ('two-way', 'pos-only', 'off')) not null default 'two-way', "contact_email" text not null, "client_id" text not null, "api_key_sealed" text null, "inventories" jsonb null, "purchase_cursor" text null, "circuit_open_until" timestamptz null, "last_notification_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_connection_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_connection_deleted_at" ON "pos_connection" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_connection_organization_uuid_unique" ON "pos_connection" ("organization_uuid") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_inbox_entry" ("id" text not null, "connection_id" text not null, "natural_key" text not null, "sequence" serial, "event_name" text not null, "aggregate" text not null, "source" text check ("source" in ('webhook', 'poll')) not null, "payload" jsonb not null, "message_timestamp" text null, "state" text check ("state" in ('pending', 'done', 'ignored', 'dead')) not null default 'pending', "reason" text null, "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "handled_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_inbox_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_deleted_at" ON "pos_inbox_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_connection_id_natural_key_unique" ON "pos_inbox_entry" ("connection_id", "natural_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_pending" ON "pos_inbox_entry" ("connection_id", "aggregate", "sequence") WHERE state = 'pending' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_connection_id_state_sequence" ON "pos_inbox_entry" ("connection_id", "state", "sequence") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_product_link" ("id" text not null, "connection_id" text not null, "product_id" text not null, "product_uuid" text not null, "revision" integer not null default 1, "pushed_revision" integer not null default 0, "state" text check ("state" in ('pending', 'synced', 'rejected')) not null default 'pending', "rejection" text null, "notes" text[] null, "accepted_content" jsonb null, "fingerprint" text null, "pushed_at" timestamptz null, "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_product_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_deleted_at" ON "pos_product_link" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_product_id_unique" ON "pos_product_link" ("connection_id", "product_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_link_connection_id_product_uuid_unique" ON "pos_product_link" ("connection_id", "product_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_product_id" ON "pos_product_link" ("product_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_due" ON "pos_product_link" ("connection_id", "id") WHERE revision > pushed_revision AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_receipt" ("id" text not null, "connection_id" text not null, "purchase_uuid" text not null, "purchase_number" integer null, "state" text check ("state" in ('pending', 'mirrored', 'recorded')) not null default 'pending', "state_reason" text null, "order_id" text null, "amount" numeric not null, "vat_amount" numeric null, "currency_code" text not null, "refund" boolean not null default false, "refunds_purchase_uuid" text null, "cashier" text null, "sold_at" timestamptz not null, "payload" jsonb not null, "raw_amount" jsonb not null, "raw_vat_amount" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_receipt_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_deleted_at" ON "pos_receipt" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_receipt_connection_id_purchase_uuid_unique" ON "pos_receipt" ("connection_id", "purchase_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_connection_id_sold_at" ON "pos_receipt" ("connection_id", "sold_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_order_id" ON "pos_receipt" ("order_id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_run" ("id" text not null, "connection_id" text not null, "kind" text check ("kind" in ('push')) not null, "state" text check ("state" in ('running', 'finished', 'failed')) not null default 'running', "total" integer not null default 0, "done" integer not null default 0, "rejected" integer not null default 0, "reason" text null, "finished_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_run_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_run_deleted_at" ON "pos_run" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_run_connection_id_created_at" ON "pos_run" ("connection_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_stock_movement" ("id" text not null, "connection_id" text not null, "variant_link_id" text not null, "natural_key" text not null, "kind" text check ("kind" in ('mirrored', 'pushed', 'echo', 'baseline')) not null, "state" text check ("state" in ('applied', 'sending')) not null default 'applied', "change" text not null, "pos_balance_after" text null, "identifier" text null, "occurred_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_stock_movement_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_deleted_at" ON "pos_stock_movement" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_stock_movement_connection_id_natural_key_unique" ON "pos_stock_movement" ("connection_id", "natural_key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_variant_link_id_occurred_at" ON "pos_stock_movement" ("variant_link_id", "occurred_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_movement_connection_id_identifier" ON "pos_stock_movement" ("connection_id", "identifier") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_subscription" ("id" text not null, "connection_id" text not null, "subscription_uuid" text not null, "destination" text not null, "event_names" text[] not null, "status" text not null default 'creating', "contact_email" text not null, "signing_key_sealed" text null, "previous_signing_key_sealed" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_subscription_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_subscription_deleted_at" ON "pos_subscription" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_subscription_connection_id_unique" ON "pos_subscription" ("connection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_subscription_subscription_uuid_unique" ON "pos_subscription" ("subscription_uuid") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_variant_link" ("id" text not null, "connection_id" text not null, "product_link_id" text not null, "product_uuid" text not null, "variant_id" text not null, "variant_uuid" text not null, "tracked" boolean not null default false, "pos_balance" text null, "stock_revision" integer not null default 1, "stock_pushed_revision" integer not null default 0, "stock_attempts" integer not null default 0, "stock_next_attempt_at" timestamptz null, "stock_claimed_until" timestamptz null, "stock_error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_variant_link_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_deleted_at" ON "pos_variant_link" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_variant_link_connection_id_variant_id_unique" ON "pos_variant_link" ("connection_id", "variant_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_variant_link_connection_id_variant_uuid_unique" ON "pos_variant_link" ("connection_id", "variant_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_product_link_id" ON "pos_variant_link" ("product_link_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_variant_id" ON "pos_variant_link" ("variant_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_variant_link_due" ON "pos_variant_link" ("connection_id", "id") WHERE stock_revision > stock_pushed_revision AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_category_link" cascade;`);

    this.addSql(`drop table if exists "pos_connection" cascade;`);

    this.addSql(`drop table if exists "pos_inbox_entry" cascade;`);

    this.addSql(`drop table if exists "pos_product_link" cascade;`);

    this.addSql(`drop table if exists "pos_receipt" cascade;`);

    this.addSql(`drop table if exists "pos_run" cascade;`);

    this.addSql(`drop table if exists "pos_stock_movement" cascade;`);

    this.addSql(`drop table if exists "pos_subscription" cascade;`);

    this.addSql(`drop table if exists "pos_variant_link" cascade;`);
  }

}
