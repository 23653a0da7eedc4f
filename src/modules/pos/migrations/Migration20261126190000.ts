import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261126190000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_amount_connection_id_sold_at" ON "pos_receipt" ("amount", "connection_id", "sold_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "pos_receipt_payment" add column if not exists "card_digits" text null, add column if not exists "reference" text null;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_card" ON "pos_receipt_payment" ("card_digits", "connection_id", "sold_at") WHERE card_digits IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_pos_receipt_payment_reference" ON "pos_receipt_payment" ("reference", "connection_id") WHERE reference IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_pos_receipt_amount_connection_id_sold_at";`);

    this.addSql(`drop index if exists "IDX_pos_receipt_payment_card";`);
    this.addSql(`drop index if exists "IDX_pos_receipt_payment_reference";`);
    this.addSql(`alter table if exists "pos_receipt_payment" drop column if exists "card_digits", drop column if exists "reference";`);
  }

}
