import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261124140813 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" add column if not exists "restored_fields" jsonb null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" drop column if exists "restored_fields";`);
  }

}
