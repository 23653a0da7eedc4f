import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122034413 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_receipt" add column if not exists "vat_by_rate" jsonb null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_pending" ON "pos_receipt" ("connection_id", "id") WHERE state = 'pending' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_without_vat" ON "pos_receipt" ("connection_id", "sold_at", "id") WHERE vat_by_rate IS NULL AND deleted_at IS NULL;`);

    // An invoice comes to the account only when it is paid by card; what is tapped or paid by a link always does.
    this.addSql(`update "pos_receipt_payment" set "settles" = false where "settles" and "type" like '%\\_INVOICE';`);
    this.addSql(`update "pos_receipt_payment" set "settles" = true where not "settles" and ("type" like '%\\_TAP\\_ON\\_PHONE' or "type" like '%\\_PAYMENT\\_LINK');`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_receipt_pending";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_without_vat";`);
    this.addSql(`alter table if exists "pos_receipt" drop column if exists "vat_by_rate";`);
  }

}
