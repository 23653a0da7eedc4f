import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121082418 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_part" drop constraint if exists "pos_product_part_connection_id_product_uuid_unique";`);
    this.addSql(`alter table if exists "pos_product_part" drop constraint if exists "pos_product_part_product_link_id_part_unique";`);
    this.addSql(`alter table if exists "pos_plan_entry" drop constraint if exists "pos_plan_entry_plan_id_product_id_unique";`);
    this.addSql(`alter table if exists "pos_picture" drop constraint if exists "pos_picture_connection_id_url_unique";`);
    this.addSql(`create table if not exists "pos_picture" ("id" text not null, "connection_id" text not null, "url" text not null, "state" text check ("state" in ('stored', 'invalid')) not null, "lookup_key" text null, "image_url" text null, "reason" text null, "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_picture_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_picture_deleted_at" ON "pos_picture" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_picture_connection_id_url_unique" ON "pos_picture" ("connection_id", "url") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_picture_connection_id_state" ON "pos_picture" ("connection_id", "state") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_plan" ("id" text not null, "connection_id" text not null, "state" text check ("state" in ('draft', 'applied', 'discarded')) not null default 'draft', "counter_total" integer not null default 0, "applied_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_plan_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_plan_deleted_at" ON "pos_plan" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_plan_connection_id_created_at" ON "pos_plan" ("connection_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_plan_entry" ("id" text not null, "plan_id" text not null, "product_id" text not null, "title" text not null, "action" text check ("action" in ('link', 'create', 'conflict', 'ignore')) not null, "product_uuid" text null, "matched_by" text check ("matched_by" in ('external_reference', 'sku', 'barcode', 'name')) null, "confidence" integer not null default 0, "reason" text null, "candidates" jsonb null, "decided" boolean not null default false, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_plan_entry_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_plan_entry_deleted_at" ON "pos_plan_entry" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_plan_entry_plan_id_product_id_unique" ON "pos_plan_entry" ("plan_id", "product_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_plan_entry_plan_id_action" ON "pos_plan_entry" ("plan_id", "action") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_product_part" ("id" text not null, "connection_id" text not null, "product_link_id" text not null, "part" integer not null, "product_uuid" text not null, "accepted_content" jsonb null, "etag" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_product_part_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_part_deleted_at" ON "pos_product_part" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_part_product_link_id_part_unique" ON "pos_product_part" ("product_link_id", "part") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_part_connection_id_product_uuid_unique" ON "pos_product_part" ("connection_id", "product_uuid") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_state_check";`);

    this.addSql(`alter table if exists "pos_run" drop constraint if exists "pos_run_state_check";`);

    this.addSql(`alter table if exists "pos_connection" add column if not exists "push_settings" jsonb null, add column if not exists "push_held" boolean not null default false, add column if not exists "swept_at" timestamptz null, add column if not exists "audit_cursor" text null;`);

    this.addSql(`alter table if exists "pos_product_link" add column if not exists "rejected_fingerprint" text null, add column if not exists "claim_token" text null, add column if not exists "inclusion" text check ("inclusion" in ('auto', 'include', 'exclude')) not null default 'auto', add column if not exists "overrides" jsonb null, add column if not exists "run_id" text null, add column if not exists "run_only" boolean not null default false, add column if not exists "etag" text null, add column if not exists "counter_content" jsonb null, add column if not exists "counter_changed" boolean not null default false;`);
    this.addSql(`alter table if exists "pos_product_link" add constraint "pos_product_link_state_check" check("state" in ('pending', 'synced', 'rejected', 'excluded', 'kept', 'unsent'));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_link_run_id" ON "pos_product_link" ("run_id") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_run" add column if not exists "resumed_at" timestamptz null, add column if not exists "resumed_done" integer not null default 0;`);
    this.addSql(`alter table if exists "pos_run" add constraint "pos_run_state_check" check("state" in ('running', 'paused', 'finished', 'cancelled', 'failed'));`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_picture" cascade;`);

    this.addSql(`drop table if exists "pos_plan" cascade;`);

    this.addSql(`drop table if exists "pos_plan_entry" cascade;`);

    this.addSql(`drop table if exists "pos_product_part" cascade;`);

    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_state_check";`);

    this.addSql(`alter table if exists "pos_run" drop constraint if exists "pos_run_state_check";`);

    this.addSql(`alter table if exists "pos_connection" drop column if exists "push_settings", drop column if exists "push_held", drop column if exists "swept_at", drop column if exists "audit_cursor";`);

    this.addSql(`drop index if exists "IDX_pos_product_link_run_id";`);
    this.addSql(`alter table if exists "pos_product_link" drop column if exists "rejected_fingerprint", drop column if exists "claim_token", drop column if exists "inclusion", drop column if exists "overrides", drop column if exists "run_id", drop column if exists "run_only", drop column if exists "etag", drop column if exists "counter_content", drop column if exists "counter_changed";`);

    this.addSql(`alter table if exists "pos_product_link" add constraint "pos_product_link_state_check" check("state" in ('pending', 'synced', 'rejected'));`);

    this.addSql(`alter table if exists "pos_run" drop column if exists "resumed_at", drop column if exists "resumed_done";`);

    this.addSql(`alter table if exists "pos_run" add constraint "pos_run_state_check" check("state" in ('running', 'finished', 'failed'));`);
  }

}
