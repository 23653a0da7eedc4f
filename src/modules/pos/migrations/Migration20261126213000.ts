import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126213000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "pos_digest" ("id" text not null, "recipient" text not null, "day" text not null, "claimed_until" timestamptz null, "sent_at" timestamptz null, "failures" integer not null default 0, "next_attempt_at" timestamptz null, "failure" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "pos_digest_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_digest_deleted_at" ON "pos_digest" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_digest_recipient_day_unique" ON "pos_digest" ("recipient", "day") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "pos_digest" cascade;`);
  }

}
