import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126141012 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_expected_change" ("id" text not null, "connection_id" text not null, "change_group" text check ("change_group" in ('removal', 'price', 'image', 'stock')) not null, "products" integer not null, "starts_at" timestamptz not null, "ends_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_expected_change_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_expected_change_deleted_at" ON "pos_expected_change" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_expected_change_connection_id_ends_at" ON "pos_expected_change" ("connection_id", "ends_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_held_change" ("id" text not null, "connection_id" text not null, "hold_id" text null, "link_id" text not null, "product_id" text not null, "title" text not null, "change_group" text check ("change_group" in ('removal', 'price', 'image', 'stock')) not null, "state" text check ("state" in ('passed', 'held', 'approved', 'restoring')) not null, "changes" jsonb not null, "pushed_revision" integer not null, "reason" text null, "noted_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_held_change_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_held_change_deleted_at" ON "pos_held_change" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_held_change_link_id_change_group_unique" ON "pos_held_change" ("link_id", "change_group") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_held_change_passed" ON "pos_held_change" ("connection_id", "change_group", "noted_at") WHERE state = 'passed' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_held_change_hold_id_id" ON "pos_held_change" ("hold_id", "id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_held_change_ended" ON "pos_held_change" ("noted_at") WHERE state IN ('passed', 'approved') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "pos_hold" ("id" text not null, "connection_id" text not null, "change_group" text check ("change_group" in ('removal', 'price', 'image', 'stock')) not null, "state" text check ("state" in ('open', 'sent', 'restored', 'corrected')) not null default 'open', "opened_at" timestamptz not null, "closed_at" timestamptz null, "decision" text null, "decided_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_hold_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_hold_deleted_at" ON "pos_hold" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_hold_open" ON "pos_hold" ("connection_id", "change_group") WHERE state = 'open' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_hold_closed" ON "pos_hold" ("closed_at") WHERE state <> 'open' AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_state_check";`);

    this.addSql(`alter table if exists "pos_product_link" add constraint "pos_product_link_state_check" check("state" in ('pending', 'synced', 'rejected', 'held', 'excluded', 'kept', 'unsent'));`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_expected_change" cascade;`);

    this.addSql(`drop table if exists "pos_held_change" cascade;`);

    this.addSql(`drop table if exists "pos_hold" cascade;`);

    this.addSql(`alter table if exists "pos_product_link" drop constraint if exists "pos_product_link_state_check";`);

    this.addSql(`alter table if exists "pos_product_link" add constraint "pos_product_link_state_check" check("state" in ('pending', 'synced', 'rejected', 'excluded', 'kept', 'unsent'));`);
  }

}
