import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121111500 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_candidate" drop constraint if exists "pos_product_candidate_connection_id_product_uuid_unique";`);
    this.addSql(`create table if not exists "pos_product_candidate" ("id" text not null, "connection_id" text not null, "product_uuid" text not null, "name" text not null, "content" jsonb not null, "counter_updated_at" timestamptz null, "state" text check ("state" in ('open', 'adopting', 'adopted', 'ignored', 'gone')) not null default 'open', "product_id" text null, "reason" text null, "found_at" timestamptz not null, "decided_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_product_candidate_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_candidate_deleted_at" ON "pos_product_candidate" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_product_candidate_connection_id_product_uuid_unique" ON "pos_product_candidate" ("connection_id", "product_uuid") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_product_candidate_connection_id_state_found_at" ON "pos_product_candidate" ("connection_id", "state", "found_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_product_link" add column if not exists "counter_seen_at" timestamptz null, add column if not exists "awaits_publishing" boolean not null default false;`);
    this.addSql(`alter table if exists "pos_connection" add column if not exists "profile_warning" jsonb null, add column if not exists "profile_at" timestamptz null, add column if not exists "wiped_at" timestamptz null, add column if not exists "orders_since" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_product_candidate" cascade;`);
    this.addSql(`alter table if exists "pos_product_link" drop column if exists "counter_seen_at", drop column if exists "awaits_publishing";`);
    this.addSql(`alter table if exists "pos_connection" drop column if exists "profile_warning", drop column if exists "profile_at", drop column if exists "wiped_at", drop column if exists "orders_since";`);
  }

}
