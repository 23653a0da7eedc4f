import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122150652 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_receipt" add column if not exists "details_erased_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_with_details" ON "pos_receipt" ("sold_at") WHERE details_erased_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_receipt_with_details";`);
    this.addSql(`alter table if exists "pos_receipt" drop column if exists "details_erased_at";`);
  }

}
