import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122144205 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_activity" ("id" text not null, "connection_id" text null, "actor_type" text not null, "actor_id" text not null, "actor_name" text null, "kind" text not null, "state" text check ("state" in ('begun', 'done', 'failed')) not null default 'begun', "asked" jsonb null, "before" jsonb null, "after" jsonb null, "begun_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_activity_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_activity_deleted_at" ON "pos_activity" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_activity_connection_id_begun_at_id" ON "pos_activity" ("connection_id", "begun_at", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_activity_begun_at_id" ON "pos_activity" ("begun_at", "id") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_counter" ("id" text not null, "amount" numeric not null, "raw_amount" jsonb not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_counter_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_counter_deleted_at" ON "pos_counter" ("deleted_at") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_activity" cascade;`);

    this.addSql(`drop table if exists "pos_counter" cascade;`);
  }

}
