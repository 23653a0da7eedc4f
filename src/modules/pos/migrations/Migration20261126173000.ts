import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126173000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_discrepancy" add column if not exists "changes" jsonb null;`);

    this.addSql(`create table if not exists "pos_sync_attempt" ("id" text not null, "connection_id" text not null, "kind" text not null, "tried_at" timestamptz not null, "succeeded_at" timestamptz null, "failing_since" timestamptz null, "failure" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_sync_attempt_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_sync_attempt_deleted_at" ON "pos_sync_attempt" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_sync_attempt_connection_id_kind_unique" ON "pos_sync_attempt" ("connection_id", "kind") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_discrepancy" drop column if exists "changes";`);

    this.addSql(`drop table if exists "pos_sync_attempt" cascade;`);
  }

}
