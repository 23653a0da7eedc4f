import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122042000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" add column if not exists "customer_status" text null, add column if not exists "credentials_expire_at" timestamptz null;`);

    this.addSql(`alter table if exists "pos_inbox_entry" add column if not exists "signed_digest" text null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_pos_inbox_entry_signed" ON "pos_inbox_entry" ("connection_id", "signed_digest") WHERE signed_digest IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" drop column if exists "customer_status", drop column if exists "credentials_expire_at";`);

    this.addSql(`drop index if exists "IDX_pos_inbox_entry_signed";`);
    this.addSql(`alter table if exists "pos_inbox_entry" drop column if exists "signed_digest";`);
  }

}
