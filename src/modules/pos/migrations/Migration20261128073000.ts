import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261128073000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" add column if not exists "pos_edits" jsonb null;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "pos_product_link" drop column if exists "pos_edits";`);
  }

}
