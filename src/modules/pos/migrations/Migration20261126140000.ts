import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126140000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_store_write" ("id" text not null, "connection_id" text not null, "sequence" serial, "kind" text not null, "key" text not null, "subject" text not null, "payload" jsonb not null, "attempts" integer not null default 0, "reason" text null, "next_attempt_at" timestamptz null, "claimed_until" timestamptz null, "claim_token" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_store_write_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_store_write_deleted_at" ON "pos_store_write" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_store_write_connection_id_kind_key_unique" ON "pos_store_write" ("connection_id", "kind", "key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_store_write_subject_sequence" ON "pos_store_write" ("subject", "sequence") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_store_write_in_order" ON "pos_store_write" ("sequence") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_store_write_of_stock" ON "pos_store_write" ("sequence") WHERE kind = 'stock' AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_store_write" cascade;`);
  }

}
