import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124144709 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_receipt" add column if not exists "orders_erased_at" timestamptz null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_half_erased" ON "pos_receipt" ("id") WHERE details_erased_at IS NOT NULL AND orders_erased_at IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_receipt_half_erased";`);
    this.addSql(`alter table if exists "pos_receipt" drop column if exists "orders_erased_at";`);
  }

}
