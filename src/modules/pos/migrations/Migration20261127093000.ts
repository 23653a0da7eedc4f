import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127093000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_inbox_entry" add column if not exists "dismissal_reason" text null;`);
    this.addSql(`alter table if exists "pos_stock_difference" add column if not exists "dismissal_reason" text null;`);
    this.addSql(`alter table if exists "pos_discrepancy" add column if not exists "dismissal_reason" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_inbox_entry" drop column if exists "dismissal_reason";`);
    this.addSql(`alter table if exists "pos_stock_difference" drop column if exists "dismissal_reason";`);
    this.addSql(`alter table if exists "pos_discrepancy" drop column if exists "dismissal_reason";`);
  }

}
