import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127220000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" add column if not exists "dismissed_rejection" text null, add column if not exists "dismissal_reason" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" drop column if exists "dismissed_rejection", drop column if exists "dismissal_reason";`);
  }

}
