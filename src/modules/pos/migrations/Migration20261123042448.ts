import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261123042448 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" add column if not exists "low_stock_unknown_at" timestamptz null;`);

    this.addSql(`alter table if exists "pos_variant_link" add column if not exists "low_stock_level" text null, add column if not exists "low_stock_told" text null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_connection" drop column if exists "low_stock_unknown_at";`);

    this.addSql(`alter table if exists "pos_variant_link" drop column if exists "low_stock_level", drop column if exists "low_stock_told";`);
  }

}
