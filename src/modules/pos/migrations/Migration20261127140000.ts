import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261127140000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_unlinked_product" add column if not exists "first_sold_at" timestamptz null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_unlinked_product" drop column if exists "first_sold_at";`);
  }

}
