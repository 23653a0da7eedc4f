import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121080500 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" add column if not exists "mirror_settings" jsonb null, add column if not exists "receipts_since" timestamptz null, add column if not exists "stock_since" timestamptz null, add column if not exists "purchases_polled_at" timestamptz null, add column if not exists "purchase_gaps" jsonb null;`);

    this.addSql(`alter table if exists "pos_subscription" add column if not exists "checked_at" timestamptz null, add column if not exists "rotated_at" timestamptz null, add column if not exists "status_reason" text null;`);

    this.addSql(`alter table if exists "pos_run" drop constraint if exists "pos_run_kind_check";`);
    this.addSql(`alter table if exists "pos_run" add column if not exists "cursor" text null, add column if not exists "details" jsonb null;`);

    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "stock_off" boolean not null default false;`);

    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_kind_check";`);
    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_kind_check" check ("kind" in ('mirrored', 'pushed', 'echo', 'baseline', 'sold', 'corrected'));`);

    this.addSql(`create table if not exists "pos_stock_difference" ("id" text not null, "connection_id" text not null, "variant_link_id" text not null, "shop_level" text not null, "pos_level" text not null, "ledger_level" text null, "cause" text check ("cause" in ('first-contact', 'missed', 'unsent', 'unknown')) not null, "state" text check ("state" in ('open', 'trust-shop', 'trust-pos', 'ignored', 'gone')) not null default 'open', "found_at" timestamptz not null, "resolved_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_stock_difference_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_difference_deleted_at" ON "pos_stock_difference" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_stock_difference_open" ON "pos_stock_difference" ("variant_link_id") WHERE state = 'open' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_stock_difference_connection_id_state_found_at" ON "pos_stock_difference" ("connection_id", "state", "found_at") WHERE deleted_at IS NULL;`);

  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_stock_difference" cascade;`);

    this.addSql(`alter table if exists "pos_stock_movement" drop constraint if exists "pos_stock_movement_kind_check";`);
    this.addSql(`alter table if exists "pos_stock_movement" add constraint "pos_stock_movement_kind_check" check ("kind" in ('mirrored', 'pushed', 'echo', 'baseline'));`);

    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "stock_off";`);

    this.addSql(`alter table if exists "pos_run" drop column if exists "cursor", drop column if exists "details";`);
    this.addSql(`alter table if exists "pos_run" add constraint "pos_run_kind_check" check ("kind" in ('push'));`);

    this.addSql(`alter table if exists "pos_subscription" drop column if exists "checked_at", drop column if exists "rotated_at", drop column if exists "status_reason";`);

    this.addSql(`alter table if exists "pos_connection" drop column if exists "mirror_settings", drop column if exists "receipts_since", drop column if exists "stock_since", drop column if exists "purchases_polled_at", drop column if exists "purchase_gaps";`);
  }

}
